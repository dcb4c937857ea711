import SluiceJSON
import Testing

@JSONCodable struct Note: Equatable {
  var text: String
  @JSONKey("is_open") var isOpen: Bool?
  var mark: Mark?
}

@JSONCodable enum Mark: Equatable {
  case star(count: Int)
  @JSONKey("none") case nothing
}

@JSONCodable enum Color: String { case red }

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
  @Test nonisolated func `types of a module that is isolated by default are read and written by any thread`()
    throws
  {
    let document = #"{"text":"t","is_open":true,"mark":{"star":{"count":2}}}"#
    let note = try JSON.Decoder().decode(Note.self, from: document)
    #expect(try JSON.Encoder().string(for: note) == document)
    #expect(try JSON.Encoder().string(for: [Color.red]) == #"["red"]"#)
  }
}
