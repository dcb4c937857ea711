import SluiceCoding
import SluiceJSON
import Testing

/// Coding keys as written and as found.
@Suite(.timeLimit(.minutes(5))) struct QueryKeysTests {
  private struct Keyed: Encodable {
    let key: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode([1], forKey: AnyKey(stringValue: key))
    }
  }

  @Test(
    arguments: [
      ("name", "name", "name"),
      ("pageSize", "page_size", "page-size"),
      ("baseURLPath", "base_url_path", "base-url-path"),
      ("baseURL", "base_url", "base-url"),
      ("URLBase", "u_rl_base", "u-rl-base"),
      ("iOS", "i_os", "i-os"),
      ("x2Value", "x2_value", "x2-value"),
      ("aB", "a_b", "a-b"),
      ("A", "a", "a"),
      ("ABC", "a_bc", "a-bc"),
      ("_privateKey", "_private_key", "_private-key"),
      ("", "", ""),
      ("éÀ", "é_à", "é-à"),
      ("userIDs", "user_i_ds", "user-i-ds"),
      ("page_Size", "page__size", "page_-size"),
      ("page-Size", "page-_size", "page--size"),
      ("aB1a", "a_b_1a", "a-b-1a"),
    ])
  func `keys are split into words`(key: String, snakeCase: String, kebabCase: String) throws {
    var encoder = Query.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.pairs(for: Keyed(key: key)) == ["\(snakeCase)[]": "1"])
    encoder.keyEncodingStrategy = .convertToKebabCase
    #expect(try encoder.pairs(for: Keyed(key: key)) == ["\(kebabCase)[]": "1"])
  }

  @Test(arguments: ["", "a", "URLBase", "userIDs", "page_Size", "_a", "aB1CD", "ID", "éÀ", "a__b_"])
  func `snake case is that of JSON`(key: String) throws {
    var encoder = Query.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    var json = JSON.Encoder()
    json.keyEncodingStrategy = .convertToSnakeCase
    let written = try #require(encoder.pairs(for: Keyed(key: key)).first).name
    #expect(try json.string(for: Keyed(key: key)) == #"{"\#(written.dropLast(2))":[1]}"#)
  }

  private struct Search: Codable, Equatable {
    var pageSize = 10
    var baseURL = "x"
    var sortKeys = ["firstName", "lastName"]
    var lookUp = ["anyKey": Inner()]
    var kindOf = Kind.fullText(minScore: 2)
    struct Inner: Codable, Equatable { var innerKey: Int? = 1 }
  }
  private enum Kind: Codable, Equatable {
    case fullText(minScore: Int)
    case exact
  }

  @Test(
    arguments: [
      (
        .convertToSnakeCase,
        "page_size=10&base_url=x&sort_keys[]=firstName&sort_keys[]=lastName&look_up[anyKey][inner_key]=1"
          + "&kind_of[full_text][min_score]=2"
      ),
      (
        .convertToKebabCase,
        "page-size=10&base-url=x&sort-keys[]=firstName&sort-keys[]=lastName&look-up[anyKey][inner-key]=1"
          + "&kind-of[full-text][min-score]=2"
      ),
      (
        .custom({ $0.uppercased() }, original: { $0 == "FULLTEXT" ? "fullText" : $0 }),
        "PAGESIZE=10&BASEURL=x&SORTKEYS[]=firstName&SORTKEYS[]=lastName&LOOKUP[anyKey][INNERKEY]=1"
          + "&KINDOF[FULLTEXT][MINSCORE]=2"
      ),
    ] as [(Query.Encoder.KeyEncodingStrategy, String)])
  func `keys of types are written by the strategy, and keys of dictionaries stay`(
    strategy: Query.Encoder.KeyEncodingStrategy, text: String
  ) throws {
    var encoder = Query.Encoder()
    encoder.keyEncodingStrategy = strategy
    encoder.escaping = .custom("-_[]")
    #expect(try encoder.string(for: Search()) == text)
    #expect(try Query.Decoder(reading: encoder).decode(Search.self, from: text) == Search())
  }

  @Test func `allKeys has exactly the keys that find a member`() throws {
    struct Keys: Decodable {
      let keys: [String]
      init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
    }
    var decoder = Query.Decoder()
    #expect(try decoder.decode(Keys.self, from: "b=1&aKey=2&a_key[c]=3&b=4").keys == ["b", "aKey", "a_key"])
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Keys.self, from: "b=1&aKey=2&a_key[c]=3&b=4").keys == ["b", "aKey"])
    #expect(try decoder.decode(Keys.self, from: "aKey=2&image_url=3").keys == ["imageUrl"])
  }

  @Test func `members are sorted by their written keys`() throws {
    struct Keys: Encodable {
      var b = 1
      var a = 2
    }
    var encoder = Query.Encoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom { $0 == "a" ? "z" : "y" }
    #expect(try encoder.string(for: Keys()) == "y=1&z=2")
  }
}

/// A coding key of any name.
struct AnyKey: CodingKey, Equatable {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
