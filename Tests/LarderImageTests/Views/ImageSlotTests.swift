import Testing

@testable import LarderImage

typealias Slot = ImageSlot<String, Int, Int>

extension Slot.Content {
    var text: String {
        switch self {
        case .empty: "empty"
        case .placeholder: "placeholder"
        case .likeness(let picture): "likeness \(picture)"
        case .preview(let picture): "preview \(picture)"
        case .picture(let picture): "picture \(picture)"
        case .failure: "failure"
        }
    }
}

extension Slot.Action {
    var text: String {
        switch self {
        case .show(let content, let animated): "show \(content.text)\(animated ? " gently" : "")"
        case .start(let id, let request): "start \(id) \(request)"
        case .cancel(let id): "cancel \(id)"
        case .complete(let id, .shown(let picture)): "complete \(id) with \(picture)"
        case .complete(let id, .failed): "complete \(id) failed"
        case .complete(let id, .overtaken): "complete \(id) overtaken"
        case .complete(let id, .cleared): "complete \(id) cleared"
        }
    }
}

extension [Slot.Action] {
    var text: [String] { map(\.text) }
}

struct Failure: Error {}

struct ImageSlotTests {
    @Test func `a picture that is not in memory comes after the placeholder, gently`() {
        var slot = Slot()
        #expect(slot.set("a").1.text == ["show placeholder", "start 2 a"])
        #expect(
            slot.receive(.success(7), from: 2).text == [
                "show picture 7 gently", "complete 1 with 7",
            ])
    }

    @Test func `a picture in memory is shown at once, without placeholder or transition`() {
        var slot = Slot()
        #expect(slot.set("a", cached: 7).1.text == ["show picture 7", "complete 1 with 7"])
    }

    @Test func `a likeness takes the placeholder's place, early or late`() {
        var slot = Slot()
        #expect(slot.set("a", likeness: 3).1.text == ["show likeness 3", "start 2 a"])
        #expect(slot.set("b").1.text.first == "cancel 2")
        #expect(slot.receive(likeness: 4, for: 3).text == ["show likeness 4"])
        #expect(slot.receive(likeness: 5, for: 1).isEmpty)
    }

    @Test func `a likeness never takes a better picture's place`() {
        var slot = Slot()
        _ = slot.set("a")
        _ = slot.receive(preview: 1, from: 2)
        #expect(slot.receive(likeness: 9, for: 1).isEmpty)
        _ = slot.receive(.failure(Failure()), from: 2)
        #expect(slot.receive(likeness: 9, for: 1).isEmpty)
    }

    @Test func `an answer to an overtaken request is not shown`() {
        var slot = Slot()
        _ = slot.set("a")
        #expect(
            slot.set("b").1.text
                == ["cancel 2", "show placeholder", "start 4 b", "complete 1 overtaken"])
        #expect(slot.receive(.success(1), from: 2).isEmpty)
        #expect(slot.receive(preview: 1, from: 2).isEmpty)
        #expect(slot.receive(.failure(Failure()), from: 2).isEmpty)
        #expect(slot.receive(.success(2), from: 4).text.first == "show picture 2 gently")
        #expect(slot.receive(.success(2), from: 4).isEmpty)
    }

    @Test func `previews come gently once, and the picture then takes their place`() {
        var slot = Slot()
        _ = slot.set("a")
        #expect(slot.receive(preview: 1, from: 2).text == ["show preview 1 gently"])
        #expect(slot.receive(preview: 2, from: 2).text == ["show preview 2"])
        #expect(slot.receive(.success(3), from: 2).text.first == "show picture 3")
    }

    @Test func `nothing is animated if the caller does not want it`() {
        var slot = Slot()
        _ = slot.set("a", options: Slot.Options(animates: false))
        #expect(slot.receive(.success(3), from: 2).text.first == "show picture 3")
    }

    @Test func `setting nothing shows the placeholder and completes`() {
        var slot = Slot()
        _ = slot.set("a")
        #expect(
            slot.set(nil).1.text
                == ["cancel 2", "show placeholder", "complete 3 cleared", "complete 1 overtaken"])
        #expect(slot.appear().isEmpty)
    }

    @Test func `a row that is reused shows nothing of the old picture`() {
        var slot = Slot()
        _ = slot.set("a", cached: 7)
        #expect(slot.reuse().text == ["show empty"])
        #expect(slot.set("b").1.text == ["show placeholder", "start 3 b"])
        #expect(slot.reuse().text == ["cancel 3", "show empty", "complete 2 overtaken"])
        #expect(slot.reuse().text == ["show empty"])
    }
}

struct ImageSlotVisibilityTests {
    @Test func `a hidden view loads when it appears and stops when it disappears`() {
        var slot = Slot(isVisible: false)
        #expect(slot.set("a").1.text == ["show placeholder"])
        #expect(slot.appear().text == ["start 2 a"])
        #expect(slot.appear().isEmpty)
        #expect(slot.disappear().text == ["cancel 2"])
        #expect(slot.receive(.success(7), from: 2).isEmpty)
        #expect(slot.appear().text == ["start 3 a"])
        #expect(slot.receive(.success(7), from: 3).text.last == "complete 1 with 7")
        #expect(slot.disappear().isEmpty)
        #expect(slot.appear().isEmpty)
    }

    @Test func `a picture that came into memory meanwhile is shown when the view appears`() {
        var slot = Slot(isVisible: false)
        _ = slot.set("a")
        #expect(slot.appear(cached: 5).text == ["show picture 5", "complete 1 with 5"])
    }

    @Test func `a hidden view shows what is in memory`() {
        var slot = Slot(isVisible: false)
        #expect(slot.set("a", cached: 7).1.text == ["show picture 7", "complete 1 with 7"])
        #expect(slot.appear().isEmpty)
    }

    @Test func `appearing with no request does nothing`() {
        var slot = Slot(isVisible: false)
        #expect(slot.appear(cached: 1).isEmpty)
        #expect(slot.content.text == "empty")
    }
}

struct ImageSlotRepetitionTests {
    @Test func `setting the same request again goes on with its load`() {
        var slot = Slot()
        _ = slot.set("a")
        #expect(slot.set("a").1.text == ["show placeholder", "complete 1 overtaken"])
        _ = slot.receive(preview: 1, from: 2)
        #expect(slot.set("a").1.text == ["complete 3 overtaken"])
        #expect(slot.receive(.success(7), from: 2).text == ["show picture 7", "complete 4 with 7"])
        #expect(slot.set("a").1.text == ["complete 5 with 7"])
    }

    @Test func `a failure is shown, completes, and stays until asked again`() {
        var slot = Slot()
        _ = slot.set("a")
        #expect(
            slot.receive(.failure(Failure()), from: 2).text == [
                "show failure", "complete 1 failed",
            ])
        #expect(slot.disappear().isEmpty)
        #expect(slot.appear().isEmpty)
        #expect(slot.reconnect().isEmpty)
        #expect(slot.set("a").1.text == ["show placeholder", "start 4 a"])
    }

    @Test func `a failed load starts again with the network if the caller chose so`() {
        var slot = Slot()
        _ = slot.set("a", options: Slot.Options(retriesWhenConnected: true))
        #expect(slot.reconnect().isEmpty)
        _ = slot.receive(.failure(Failure()), from: 2)
        #expect(slot.reconnect().text == ["start 3 a"])
        #expect(slot.reconnect().isEmpty)
        #expect(slot.receive(.success(7), from: 3).text == ["show picture 7 gently"])
    }

    @Test func `a failure while hidden is tried again when the network is back and it appears`() {
        var slot = Slot()
        _ = slot.set("a", options: Slot.Options(retriesWhenConnected: true))
        _ = slot.receive(.failure(Failure()), from: 2)
        _ = slot.disappear()
        #expect(slot.reconnect().isEmpty)
        #expect(slot.appear().text == ["start 3 a"])
    }
}
