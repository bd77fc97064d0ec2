import LarderTesting
import Testing

@testable import LarderImage

/// Drives a slot by chance and checks after every step what must always hold.
///
/// Pictures are numbers that say which request they belong to: `request × 1000 + n`.
private struct SlotModel {
    typealias Slot = ImageSlot<Int, Int, Int>

    private(set) var slot = Slot()
    private(set) var running: [Slot.LoadID: Int] = [:]
    private(set) var ended: [Slot.LoadID: Int] = [:]
    private(set) var open: [Slot.SetID: Int?] = [:]
    private(set) var completed: Set<Slot.SetID> = []
    private(set) var request: Int?
    private(set) var isVisible = true
    private(set) var faults: [String] = []
    private(set) var shown = Slot.Content.empty
    private var current: Slot.SetID?
    private var count = 0

    mutating func picture(of request: Int) -> Int {
        count += 1
        return request * 1000 + count % 1000
    }

    mutating func perform(_ actions: [Slot.Action]) {
        for action in actions {
            switch action {
            case .show(let content, _): shown = content
            case .start(let id, let request): running[id] = request
            case .cancel(let id):
                check(running[id] != nil, "cancelled a load that does not run")
                ended[id] = running.removeValue(forKey: id)
            case .complete(let id, let outcome): complete(id, outcome)
            }
        }
    }

    private mutating func complete(_ id: Slot.SetID, _ outcome: Slot.Outcome) {
        check(open.removeValue(forKey: id) != nil, "completed what was not open")
        check(completed.insert(id).inserted, "completed twice")
        switch outcome {
        case .shown(let picture):
            check(id == current && picture / 1000 == request, "completed with a wrong picture")
        case .failed, .cleared: check(id == current, "an old call failed late")
        case .overtaken: check(id != current, "the current call was overtaken")
        }
    }

    mutating func set(_ wanted: Int?, cached: Int?, likeness: Int?, retries: Bool) {
        request = wanted
        let (id, actions) = slot.set(
            wanted, cached: cached, likeness: likeness,
            options: Slot.Options(animates: true, retriesWhenConnected: retries))
        open[id] = wanted
        current = id
        perform(actions)
    }

    mutating func reuse() {
        request = nil
        current = nil
        perform(slot.reuse())
        check(open.isEmpty, "a reused slot left a call open")
    }

    mutating func changeVisibility(cached: Int?) {
        isVisible.toggle()
        perform(isVisible ? slot.appear(cached: cached) : slot.disappear())
    }

    mutating func reconnect() { perform(slot.reconnect()) }

    mutating func preview(_ id: Int, of request: Int) {
        let picture = picture(of: request)
        perform(slot.receive(preview: picture, from: id))
    }

    mutating func finish(_ id: Int, of request: Int, fails: Bool) {
        let picture = picture(of: request)
        ended[id] = running.removeValue(forKey: id) ?? ended[id]
        perform(slot.receive(fails ? .failure(Failure()) : .success(picture), from: id))
    }

    mutating func likeness(for id: Int, of request: Int) {
        let picture = picture(of: request)
        perform(slot.receive(likeness: picture, for: id))
    }

    mutating func checkAll() {
        switch shown {
        case .likeness(let picture), .preview(let picture), .picture(let picture):
            check(picture / 1000 == request, "shows another request's picture")
        case .empty, .placeholder, .failure: break
        }
        check(running.count <= 1, "two loads run")
        check(running.isEmpty || isVisible, "a load runs unseen")
        check(running.values.allSatisfy { $0 == request }, "loads what nobody wants")
        check(open.count <= 1 && (open.keys.first ?? current) == current, "an old call is open")
        check(!isVisible || open.isEmpty || !running.isEmpty, "an open call that nothing will end")
    }

    private mutating func check(_ holds: Bool, _ fault: String) {
        if !holds { faults.append(fault) }
    }
}

struct ImageSlotModelTests {
    @Test(arguments: [1, 2, 3, 4])
    func `what is shown always belongs to the last request, over 30,000 random steps`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var model = SlotModel()
        for step in 0..<30_000 {
            take(Int.random(in: 0..<12, using: &random), &model, &random)
            model.checkAll()
            guard model.faults.isEmpty else {
                Issue.record("step \(step): \(model.faults)")
                return
            }
        }
        model.reuse()
        #expect(model.faults.isEmpty)
        #expect(model.completed.count > 5000)
    }

    private func take(_ choice: Int, _ model: inout SlotModel, _ random: inout SeededGenerator) {
        let isLucky = Int.random(in: 0..<4, using: &random) == 0
        let request = Int.random(in: 1...5, using: &random)
        switch choice {
        case 0, 1, 2:
            let cached = isLucky ? model.picture(of: request) : nil
            let likeness = choice == 2 ? model.picture(of: request) : nil
            model.set(request, cached: cached, likeness: likeness, retries: choice == 1)
        case 3: isLucky ? model.reuse() : model.set(nil, cached: nil, likeness: nil, retries: false)
        case 4, 5:
            let cached = isLucky ? model.request.map { model.picture(of: $0) } : nil
            model.changeVisibility(cached: cached)
        case 6: model.reconnect()
        case 7:
            if let (id, wanted) = model.open.randomElement(using: &random), let wanted {
                model.likeness(for: isLucky ? id - 1 : id, of: wanted)
            }
        case 8:
            if let (id, request) = pick(model, isLucky, &random) { model.preview(id, of: request) }
        default:
            if let (id, request) = pick(model, isLucky, &random) {
                model.finish(id, of: request, fails: choice == 9)
            }
        }
    }

    /// A load that runs, or by chance one that has ended: answers come in any order.
    private func pick(
        _ model: SlotModel, _ late: Bool, _ random: inout SeededGenerator
    ) -> (Int, Int)? {
        let loads = late ? model.ended : model.running
        guard let (id, request) = loads.min(by: { $0.key > $1.key }) else { return nil }
        return (id, request)
    }
}
