extension ScriptedOrigin {
    /// The server could not be started.
    public struct StartError: Error, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// The system's error number.
        public let code: Int32

        /// The call and the number.
        public var description: String {
            "A scripted origin could not start: \(call) failed with error \(code)."
        }
    }
}
