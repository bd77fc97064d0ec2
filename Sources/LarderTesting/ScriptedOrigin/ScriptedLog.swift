/// What a server was told to do and what it has seen; shared by its thread and the tests.
struct ScriptedLog: Sendable {
    var scripts: [String: ScriptedOrigin.Script] = [:]
    var fallback = ScriptedOrigin.Script.status(404, body: "Nothing is scripted here.\n".utf8)
    var requests: [ScriptedOrigin.SeenRequest] = []
    var acceptedConnections = 0
    var openConnections: Set<Int> = []
    var keepsRequests = true
    var requestCount = 0
    var isStopping = false
}
