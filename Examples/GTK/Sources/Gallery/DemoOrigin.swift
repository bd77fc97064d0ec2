import Foundation
import Larder

/// Answers with pictures that are made on the spot, after a while; some fail.
struct DemoOrigin: Origin {
    let delay: Duration

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        guard let index = Int(request.url.lastPathComponent) else {
            return OriginResponse(status: 404, fields: [:], body: Body(Data()))
        }
        let picture = DemoPicture(index: index)
        try await Task.sleep(for: delay / 2 + delay * (index * 7 % 10) / 10)
        guard picture.kind != .failing else {
            return OriginResponse(status: 500, fields: [:], body: Body(Data()))
        }
        let bytes = try picture.encoded()
        return OriginResponse(
            status: 200, fields: ["Cache-Control": "max-age=3600"], body: Body(bytes),
            wireBytes: { bytes.count })
    }
}
