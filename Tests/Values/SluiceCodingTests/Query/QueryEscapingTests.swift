import SluiceCoding
import Testing

/// The characters that are escaped, and their escapes.
@Suite(.timeLimit(.minutes(5))) struct QueryEscapingTests {
  private static let reserved = " :#[]@!$&'()*+,;=/?"
  private static let family = "👩‍👩‍👧‍👦"
  private static let escapedFamily =
    "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7%E2%80%8D%F0%9F%91%A6"

  @Test(
    arguments: [
      (.rfc3986, reserved, "%20%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D/?"),
      (.form, reserved, "+%3A%23%5B%5D%40%21%24%26%27%28%29*%2B%2C%3B%3D%2F%3F"),
      (.rfc3986, "-._~", "-._~"),
      (.form, "-._~", "-._%7E"),
      (.rfc3986, "AZaz09", "AZaz09"),
      (.form, "AZaz09", "AZaz09"),
      (.rfc3986, "100%", "100%25"),
      (.form, "100%", "100%25"),
      (.rfc3986, "%41", "%2541"),
      (.rfc3986, "\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
      (.form, "\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
      (.rfc3986, "\0\t\r\n\u{7F}", "%00%09%0D%0A%7F"),
      (.form, "\0\t\r\n\u{7F}", "%00%09%0D%0A%7F"),
      (.rfc3986, "é", "%C3%A9"),
      (.rfc3986, "e\u{301}", "e%CC%81"),
      (.form, "日本", "%E6%97%A5%E6%9C%AC"),
      (.rfc3986, family, escapedFamily),
      (.form, family, escapedFamily),
      (.rfc3986, "🇪🇺", "%F0%9F%87%AA%F0%9F%87%BA"),
      (.rfc3986, "\u{FEFF}\u{FFFD}\u{10FFFF}", "%EF%BB%BF%EF%BF%BD%F4%8F%BF%BF"),
      (.custom("[],:"), "[a],:-~", "[a],:%2D%7E"),
      (.custom("*", spaceAsPlus: true), "a *", "a+*"),
      (.custom(" \"#%&+=é\n\u{7F}'"), " \"#%&+=é\n\u{7F}'", "%20\"%23%25%26+=%C3%A9%0A%7F'"),
      (.custom("+", spaceAsPlus: true), "1+ 1", "1%2B+1"),
      (.custom(""), "a b/c", "a%20b%2Fc"),
    ] as [(Query.Escaping, String, String)])
  func `values are escaped by the set`(escaping: Query.Escaping, value: String, escaped: String) throws {
    let pairs: Query.Pairs = ["a": value]
    #expect(pairs.string(escaping: escaping) == "a=" + escaped)
  }

  @Test(
    arguments: [
      (.rfc3986, .brackets, .brackets, ["a": [1]], "a%5B%5D=1"),
      (.form, .brackets, .brackets, ["a": [1]], "a%5B%5D=1"),
      (.rfc3986, .indexed, .brackets, ["a": ["b": [1]]], "a%5Bb%5D%5B0%5D=1"),
      (.rfc3986, .brackets, .dots, ["a": ["b": 1]], "a.b=1"),
      (.rfc3986, .comma, .brackets, ["a": [1, 2]], "a=1%2C2"),
      (.form, .comma, .brackets, ["a": [1, 2]], "a=1%2C2"),
      (.rfc3986, .brackets, .brackets, ["a b": ["c d": 1]], "a%20b%5Bc%20d%5D=1"),
      (.form, .brackets, .brackets, ["a b": ["c d": 1]], "a+b%5Bc+d%5D=1"),
      (.rfc3986, .brackets, .brackets, ["a=b&c": 1], "a%3Db%26c=1"),
      (.custom("[]="), .brackets, .brackets, ["a=b": [1]], "a%3Db[]=1"),
      (.rfc3986, .brackets, .brackets, ["👩‍👩‍👧‍👦": 1], "\(escapedFamily)=1"),
      (.rfc3986, .brackets, .brackets, ["~/?": 1], "~/?=1"),
      (.form, .brackets, .brackets, ["~/?*": 1], "%7E%2F%3F*=1"),
    ] as [(Query.Escaping, Query.Arrays, Query.Nesting, QueryDocument, String)])
  func `names are escaped by the set, and so are characters added by strategies`(
    escaping: Query.Escaping, arrays: Query.Arrays, nesting: Query.Nesting, document: QueryDocument,
    text: String
  ) throws {
    var encoder = Query.Encoder()
    encoder.escaping = escaping
    encoder.arrays = arrays
    encoder.nesting = nesting
    #expect(try encoder.string(for: document) == text)
    #expect(try encoder.encode(document) == Array(text.utf8))
  }

  @Test func `pairs keep their order and duplicates`() {
    var pairs: Query.Pairs = ["b": "2", "a": nil, "b": "1", "": "", "a": ""]
    #expect(pairs.string() == "b=2&a&b=1&=&a=")
    pairs.append(Query.Pair("b", "&"))
    pairs.sort { $0.name < $1.name }
    #expect(pairs.string() == "=&a&a=&b=2&b=1&b=%26")
    #expect(Query.Pairs().string() == "")
  }
}
