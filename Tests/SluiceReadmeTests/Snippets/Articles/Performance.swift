// The snippets of "Performance", formatted as there.
// swift-format-ignore-file

import Sluice

struct Point: Codable, Equatable {
  var x: Double
  var y: Double
}

// Article
extension Point: JSONReadable, JSONWritable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(x: cursor.read("x"), y: cursor.read("y"))
  }

  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("x", x)
    try writer.write("y", y)
    writer.endObject()
  }
}
// end

private func loops(configuration: inout Session.Configuration) {
  // Article
  configuration.loops = 2
  // end
}

private func find(session: Session, request: SessionRequest) async throws {
  // Article
  let response = try await session.send(request) { progress in
    print("source", progress.sourceTime ?? .zero, "network", progress.networkTime ?? .zero)
  }
  if let metrics = response.metrics {
    print(metrics.nameLookup, metrics.connect, metrics.tls, metrics.firstByte, metrics.total, metrics.isConnectionReused)
  }
  // end
}
