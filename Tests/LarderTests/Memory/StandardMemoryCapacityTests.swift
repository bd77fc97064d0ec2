import Testing

@testable import Larder

@Suite struct `The standard memory capacity` {
    @Test(arguments: [
        (ByteCount.gibibytes(1), nil, ByteCount.bytes((1 << 30) / 5)),
        (.gibibytes(64), nil, .mebibytes(512)),
        (.gibibytes(64), ByteCount.mebibytes(100), .mebibytes(20)),
        (.mebibytes(100), .gibibytes(64), .mebibytes(20)),
    ])
    func `is a fifth of what there is, within bounds`(
        physical: ByteCount, limit: ByteCount?, share: ByteCount
    ) {
        #expect(ByteCount.shareOfMemory(physical: physical.bytes, limit: limit?.bytes) == share)
    }

    @Test func `is something on this machine`() {
        #expect(ByteCount.standardMemoryCapacity > .mebibytes(1))
    }
}
