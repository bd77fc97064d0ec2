import Foundation
import Larder

// The smallest use of Larder in a program for the command line: `Fetch URL` writes what is at the
// URL to its output. A second run takes it from disk as long as HTTP's rules allow.
guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
    print("usage: Fetch URL")
    exit(2)
}
let disk = try DiskCache(named: "larder-example", capacity: .mebibytes(100))
FileHandle.standardOutput.write(try await Loader(cache: disk).data(at: url))
