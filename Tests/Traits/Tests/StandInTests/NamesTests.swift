import HummingbirdNames
import Sluice
import Testing
import Vapor

/// Sluice's names beside those of Vapor and Hummingbird. That this file is compiled is most of the test.
@Suite(.timeLimit(.minutes(5))) struct NamesTests {
  private typealias HTTPSession = Sluice.Session

  private struct Receipt: Decodable, Sendable {}

  @Test func `types for requests, forms and links need no module before their names`() throws {
    let session = HTTPSession(baseURL: "https://api.example.com/v1/")
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("start", .bytes([1, 2, 3]), fileName: "start.bin")
    }
    let request: SessionRequest = try session.request(.post, "videos", body: form)
    #expect(request.url == "https://api.example.com/v1/videos")
    let batch: TransferBatch<EmptyBody> = session.batch(
      [request], decoding: .empty, maximumConcurrentCount: 1)
    #expect(batch.progress.totalCount == 1)
    let links: [WebLink] = WebLink.links(in: #"</2>; rel="next""#)
    #expect(links.map(\.target) == ["/2"])
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    let response: SessionResponse = SessionResponse(head, body: Array("{}".utf8))
    #expect(response.status == .ok)
    let decoder: ResponseDecoder<Receipt> = .json(Receipt.self)
    let names: [Any.Type] = [
      Credential.self, DownloadOptions.self, EventStream.self, JSON.Value.self, Lossy<[Receipt]>.self,
      PartStore.self,
      Query.self, ReceivedFile.self, Reference.self, ResumableUpload.self, SessionError.self,
      Transfer<Receipt>.self,
      TransferProgress.self, UploadPlan.self, type(of: decoder),
    ]
    #expect(names.count == 15)
  }

  @Test func `types with a name of another package are qualified by Sluice`() throws {
    let type: Sluice.MediaType = "text/plain"
    #expect(type.description == "text/plain")
    let names: [Any.Type] = [
      Sluice.MultipartError.self, Sluice.MultipartParser.self, Sluice.MultipartPart.self,
      Sluice.ResponseBody.self,
      Sluice.Session.self,
    ]
    #expect(names.count == 5)
  }
}
