import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `An exchange between caller and thread` {
    private typealias Machine = Exchange<String, String>

    private static let head = LoadError.ResponseHead(status: 200, fields: ["A": "1"])

    /// A machine whose caller has its head.
    private func begun(limit: ByteCount = .mebibytes(1)) -> Machine {
        var machine = Machine(limit: limit)
        machine.receive(Self.head, size: 10)
        _ = machine.awaitHead("caller")
        return machine
    }

    @Test func `gives the head to who waits for it, once`() throws {
        var machine = Machine(limit: .mebibytes(1))
        #expect(machine.awaitHead("caller").head == nil)
        machine.receive(Self.head, size: 10)
        let effects = machine.settle()
        #expect(effects.head?.waiter == "caller")
        #expect(try effects.head?.result.get() == Self.head)
        #expect(machine.settle().head == nil)
        #expect(machine.wireBytes == 10)
    }

    @Test func `gives what came, then the end`() throws {
        var machine = begun()
        #expect(machine.read("r1").reader == nil)
        #expect(machine.receive(Data([1])) == .taken)
        #expect(machine.receive(Data([2])) == .taken)
        #expect(try machine.settle().reader?.result.get() == Data([1, 2]))
        machine.finish(.success(()))
        let last = machine.read("r2").reader
        #expect(last?.waiter == "r2")
        #expect(try last?.result.get() == nil)
    }

    @Test(arguments: [true, false])
    func `ends with the last byte of a body whose length is its end`(endsThere: Bool) throws {
        var machine = begun()
        for byte: UInt8 in 1...2 {
            #expect(!machine.hasEnded)
            let intake = [byte].withUnsafeBytes {
                machine.receive($0, expected: 2, endsThere: endsThere)
            }
            #expect(intake == .taken)
        }
        #expect(machine.hasEnded == endsThere)
        #expect(try machine.read("r1").reader?.result.get() == Data([1, 2]))
        #expect((machine.read("r2").reader == nil) != endsThere)
    }

    @Test func `gives what came before it gives the failure`() throws {
        var machine = begun()
        _ = machine.receive(Data([1]))
        machine.finish(.failure(LoadError(.truncated, "")))
        #expect(try machine.read("r1").reader?.result.get() == Data([1]))
        let failure = machine.read("r2").reader?.result
        #expect(throws: LoadError.self) { try failure?.get() }
    }

    @Test func `fails who waits for a head that does not come`() {
        var machine = Machine(limit: .mebibytes(1))
        _ = machine.awaitHead("caller")
        machine.finish(.failure(LoadError(.timedOut, "")))
        let failure = machine.settle().head?.result
        #expect(throws: LoadError.self) { try failure?.get() }
    }

    @Test func `pauses the sender when the reader is behind, and resumes it once`() throws {
        var machine = begun()
        let part = Data(count: 16 << 10)
        var taken = 0
        while machine.receive(part) == .taken { taken += part.count }
        #expect(taken == Machine.highWater)
        let effects = machine.read("r1")
        #expect(try effects.reader?.result.get()?.count == taken)
        #expect(effects.resumesTransfer)
        #expect(!machine.read("r2").resumesTransfer)
        #expect(machine.receive(part) == .taken)
    }

    @Test func `takes what cannot come again, and says when it must be the last for now`() throws {
        var machine = begun()
        let part = Data(count: Machine.highWater)
        #expect(machine.accept(part, wireCount: nil) == .pause)
        #expect(machine.isPaused)
        #expect(machine.accept(Data([1]), wireCount: nil) == .pause)
        let effects = machine.read("r1")
        #expect(try effects.reader?.result.get()?.count == part.count + 1)
        #expect(effects.resumesTransfer)
        #expect(!machine.isPaused)
        _ = machine.read("r2")
        #expect(machine.accept(part, wireCount: nil) == .taken)
    }

    @Test(arguments: [(nil, Machine.Intake.taken, 4), (nil, .tooLarge, 5), (5, .tooLarge, 1)])
    private func `takes no more than the limit, as sent or as unpacked`(
        wireCount: Int?, intake: Machine.Intake, size: Int
    ) {
        var machine = begun(limit: .bytes(4))
        let body = Data(count: size)
        let taken =
            wireCount == nil
            ? machine.receive(body) : machine.accept(body, wireCount: wireCount)
        #expect(taken == intake)
    }

    @Test func `serves whoever waits when it is abandoned, and stops the transfer once`() {
        var machine = Machine(limit: .mebibytes(1))
        _ = machine.awaitHead("caller")
        let effects = machine.abandon()
        #expect(effects.head?.waiter == "caller")
        #expect(throws: CancellationError.self) { try effects.head?.result.get() }
        #expect(effects.stopsTransfer)
        #expect(!machine.abandon().stopsTransfer)
        #expect(machine.receive(Data([1])) == .stop)
        machine.finish(.success(()))
        let late = machine.read("late").reader?.result
        #expect(throws: CancellationError.self) { try late?.get() }
    }

    @Test func `never gives a good end to who has not had every byte`() {
        var machine = begun()
        _ = machine.receive(Data([1]))
        machine.finish(.success(()))
        #expect(!machine.abandon().stopsTransfer)
        let late = machine.read("late").reader?.result
        #expect(throws: CancellationError.self) { try late?.get() }
    }

    @Test func `is read once: a second reading is refused and not empty`() {
        var machine = begun()
        machine.finish(.success(()))
        _ = machine.read("r1")
        _ = machine.abandon(LoadError(.invalidRequest, "left"))
        let late = machine.read("late").reader?.result
        #expect(throws: LoadError.self) { try late?.get() }
    }

    @Test func `refuses a second reader and keeps the first`() throws {
        var machine = begun()
        _ = machine.read("first")
        let effects = machine.read("second")
        #expect(effects.reader?.waiter == "second")
        #expect(throws: LoadError.self) { try effects.reader?.result.get() }
        _ = machine.receive(Data([1]))
        #expect(machine.settle().reader?.waiter == "first")
    }

    /// Every order of head, bytes, end, reads and leaving, up to six steps: nobody is resumed
    /// twice, and nobody is left waiting after the end.
    @Test func `resumes each that waits exactly once in every interleaving`() {
        func explore(_ machine: Machine, waiting: Set<String>, step: Int) {
            guard step < 6 else { return }
            for choice in 0..<6 {
                var machine = machine
                var waiting = waiting
                let name = "\(choice)-\(step)"
                var effects: Machine.Effects
                switch choice {
                case 0:
                    guard step == 0 else { continue }
                    waiting.insert(name)
                    effects = machine.awaitHead(name)
                case 1:
                    waiting.insert(name)
                    effects = machine.read(name)
                case 2:
                    machine.receive(Self.head, size: 1)
                    effects = machine.settle()
                case 3:
                    _ = machine.receive(Data([1]))
                    effects = machine.settle()
                case 4:
                    machine.finish(.failure(LoadError(.truncated, "")))
                    effects = machine.settle()
                default: effects = machine.abandon()
                }
                for waiter in [effects.head?.waiter, effects.reader?.waiter].compactMap({ $0 }) {
                    #expect(waiting.remove(waiter) != nil, "\(waiter) was resumed twice")
                }
                if machine.hasEnded { #expect(waiting.isEmpty, "\(waiting) were left waiting") }
                explore(machine, waiting: waiting, step: step + 1)
            }
        }
        explore(Machine(limit: .mebibytes(1)), waiting: [], step: 0)
    }
}

extension Exchange {
    fileprivate mutating func receive(_ bytes: Data) -> Intake {
        bytes.withUnsafeBytes { receive($0) }
    }
}
