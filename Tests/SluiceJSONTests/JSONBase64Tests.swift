import FoundationEssentials
import SluiceJSON
import Testing

/// Data as Base64 text.
@Suite(.timeLimit(.minutes(5))) struct JSONBase64Tests {
  @Test(arguments: ["AAA", "AA=A", "AAAA====", "AA==\n", "AA-_"])
  func `a string that is not Base64 is refused as data`(text: String) throws {
    var decoder = JSON.Decoder()
    decoder.dataDecodingStrategy = .base64
    let document = try JSON.Encoder().encode(["d": text])
    #expect(throws: DecodingError.self) { try decoder.decode([String: Data].self, from: document) }
  }
}
