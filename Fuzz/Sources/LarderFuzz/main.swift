import CFuzzer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// usage: larder-fuzz TARGET [libFuzzer's options and corpus directories]
guard FuzzTarget.chosen != nil else {
    let names = FuzzTarget.all.map(\.name).joined(separator: "|")
    print("usage: larder-fuzz \(names) [libFuzzer's options and corpus directories]")
    exit(2)
}

// libFuzzer sees the program's name and its own options; the target's name stays behind.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv
(arguments + 1).update(from: arguments + 2, count: Int(count))
var passed: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
exit(
    LLVMFuzzerRunDriver(&count, &passed) { bytes, count in
        FuzzTarget.chosen?.run(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
    })
