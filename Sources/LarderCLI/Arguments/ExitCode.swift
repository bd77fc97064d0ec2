/// What the tool tells the shell.
enum ExitCode: Int32 {
    /// Everything was done.
    case success = 0
    /// Something could not be done; the messages say what.
    case failure = 1
    /// The command line makes no sense; nothing was done.
    case usage = 2
    /// Whoever read what was asked for has gone. The tool ends by SIGPIPE, as others do.
    case brokenPipe = 141
}
