import FoundationEssentials
import SluiceCoding
import Testing

/// A query without a type: how names become objects and arrays.
@Suite struct QueryTreeTests {
  /// As JSON, which `Encodable` makes of it, with its members in order.
  private func text(_ tree: QueryTree) -> String {
    switch tree {
    case .null: "null"
    case .text(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ",") + "}"
    }
  }

  @Test(
    "Names in brackets are objects and arrays",
    arguments: [
      ("", #"{}"#),
      ("a=1", #"{"a":"1"}"#),
      ("a", #"{"a":""}"#),
      ("b=1&a=2", #"{"b":"1","a":"2"}"#),
      ("a=1&a=2&a=3", #"{"a":["1","2","3"]}"#),
      ("a[]=1", #"{"a":["1"]}"#),
      ("a[]=1&b=x&a[]=2", #"{"a":["1","2"],"b":"x"}"#),
      ("a[b]=1&c=2&a[d]=3", #"{"a":{"b":"1","d":"3"},"c":"2"}"#),
      ("a[b][c][d]=1", #"{"a":{"b":{"c":{"d":"1"}}}}"#),
      ("a[0]=x&a[1]=y", #"{"a":["x","y"]}"#),
      ("a[1]=y&a[0]=x", #"{"a":["x","y"]}"#),
      (
        "a[10]=k&a[9]=j&a[0]=a&a[1]=b&a[2]=c&a[3]=d&a[4]=e&a[5]=f&a[6]=g&a[7]=h&a[8]=i",
        #"{"a":["a","b","c","d","e","f","g","h","i","j","k"]}"#
      ),
      ("m[1]=a&m[2]=b", #"{"m":{"1":"a","2":"b"}}"#),
      ("a[0]=x&a[2]=y", #"{"a":{"0":"x","2":"y"}}"#),
      ("a[00]=x", #"{"a":{"00":"x"}}"#),
      ("a[-0]=x&a[+1]=y", #"{"a":{"-0":"x"," 1":"y"}}"#),
      ("0=x&1=y", #"{"0":"x","1":"y"}"#),
      ("a[0][b]=1&a[1][b]=2", #"{"a":[{"b":"1"},{"b":"2"}]}"#),
      ("a[][b]=1&a[][c]=2&a[][b]=3&a[][c]=4", #"{"a":[{"b":"1","c":"2"},{"b":"3","c":"4"}]}"#),
      ("a[][b][c]=1&a[][b][d]=2&a[][b][c]=3", #"{"a":[{"b":{"c":"1","d":"2"}},{"b":{"c":"3"}}]}"#),
      ("a[][b][]=1&a[][b][]=2", #"{"a":[{"b":["1","2"]}]}"#),
      ("a[]=1&a[][b]=2&a[][c]=3&a[]=4", #"{"a":["1",{"b":"2","c":"3"},"4"]}"#),
      ("a[][]=1&a[][]=2", #"{"a":[["1","2"]]}"#),
      ("a[][]=1&a[][b]=2", #"{"a":[["1"],{"b":"2"}]}"#),
      ("a[][b]=1&a[][]=2", #"{"a":[{"b":"1"},["2"]]}"#),
      ("a[b]=1&a[b]=2", #"{"a":{"b":["1","2"]}}"#),
      ("a%5Bb%5D=1", #"{"a":{"b":"1"}}"#),
      ("a[b c]=1&a[d.e]=2", #"{"a":{"b c":"1","d.e":"2"}}"#),
      ("[a]=1", #"{"":{"a":"1"}}"#),
      ("[]=1", #"{"":["1"]}"#),
      ("=1", #"{"":"1"}"#),
      ("a[b=1", #"{"a[b":"1"}"#),
      ("a[b]c=1", #"{"a[b]c":"1"}"#),
      ("a]=1", #"{"a]":"1"}"#),
      ("a[b[c]=1", #"{"a":{"b[c":"1"}}"#),
      ("a[b]]=1", #"{"a[b]]":"1"}"#),
      ("a.b=1", #"{"a.b":"1"}"#),
      ("é[日]=1", #"{"é":{"日":"1"}}"#),
      // Equal to Swift, but not the same bytes.
      ("%C3%A9=1&e%CC%81=2", "{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}"),
    ])
  func brackets(query: String, json: String) throws {
    #expect(text(try QueryDecoder().tree(from: query)) == json)
  }

  @Test(
    "Names with dots are objects, and keep brackets for arrays",
    arguments: [
      ("a.b=1", #"{"a":{"b":"1"}}"#),
      ("a.b.c=1&a.b.d=2", #"{"a":{"b":{"c":"1","d":"2"}}}"#),
      ("a.b[]=1&a.b[]=2", #"{"a":{"b":["1","2"]}}"#),
      ("a[0].b=1&a[1].b=2", #"{"a":[{"b":"1"},{"b":"2"}]}"#),
      ("a[].b=1&a[].b=2", #"{"a":[{"b":"1"},{"b":"2"}]}"#),
      ("a.0=x&a.1=y", #"{"a":["x","y"]}"#),
      ("a.=1", #"{"a":{"":"1"}}"#),
      (".a=1", #"{"":{"a":"1"}}"#),
      ("a..b=1", #"{"a":{"":{"b":"1"}}}"#),
      (".=1", #"{"":{"":"1"}}"#),
      ("a[b].c=1", #"{"a":{"b":{"c":"1"}}}"#),
      ("a[b.c]=1", #"{"a":{"b.c":"1"}}"#),
      ("a.b]=1", #"{"a":{"b]":"1"}}"#),
      ("a[b]c.d=1", #"{"a[b]c.d":"1"}"#),
    ])
  func dots(query: String, json: String) throws {
    var decoder = QueryDecoder()
    decoder.nesting = .dots
    #expect(text(try decoder.tree(from: query)) == json)
  }

  @Test func aNestingOfYourOwnTakesNamesApart() throws {
    var decoder = QueryDecoder()
    decoder.nesting = .custom(
      name: { "\($0)/\($1)" },
      steps: { $0.split(separator: "/").map { $0 == "*" ? .element : .key(String($0)) } })
    #expect(text(try decoder.tree(from: "a/b=1&a/c/*=2&a/c/*=3")) == #"{"a":{"b":"1","c":["2","3"]}}"#)
    #expect(throws: DecodingError.self) { try decoder.tree(from: "*=1") }
    #expect(throws: DecodingError.self) { try decoder.tree(from: "/=1") }
    decoder.nesting = .custom(name: { $1 + $0 })
    #expect(text(try decoder.tree(from: "a/b=1&a[c]=2")) == #"{"a/b":"1","a[c]":"2"}"#)
  }

  @Test(
    "Null is what the strategy for nil says",
    arguments: [
      (.drop, #"{"a":"","b":"","c":"null"}"#),
      (.bare, #"{"a":null,"b":"","c":"null"}"#),
      (.empty, #"{"a":null,"b":null,"c":"null"}"#),
      (.literal, #"{"a":"","b":"","c":null}"#),
    ] as [(QueryNils, String)])
  func nils(strategy: QueryNils, json: String) throws {
    var decoder = QueryDecoder()
    decoder.nils = strategy
    #expect(text(try decoder.tree(from: "a&b=&c=null")) == json)
  }

  @Test(
    "A name that is of two kinds is refused, and the error names it",
    arguments: [
      ("a=1&a[b]=2", ["a"]), ("a[b]=2&a=1", ["a"]), ("a=1&a[]=2", ["a"]), ("a[]=2&a=1", ["a"]),
      ("a[b]=1&a[]=2", ["a"]), ("a[]=1&a[b]=2", ["a"]), ("a[0]=1&a[]=2", ["a"]),
      ("x[y]=0&x[y][z]=1", ["x", "y"]), ("a=1&a=2&a[b]=3", ["a"]),
      ("a[]=0&a[][b]=1&a[][c]=2&a[][b]=3&a[][b][c]=4", ["a", "Index 2", "b"]),
      ("a&a[b]=1", ["a"]),
    ])
  func conflicts(query: String, path: [String]) {
    do {
      let tree = try QueryDecoder().tree(from: query)
      Issue.record("\(tree)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == path)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func theExactDepthPassesAndOneMoreIsRefused() throws {
    var decoder = QueryDecoder()
    decoder.maxDepth = 3
    #expect(text(try decoder.tree(from: "a[b][c]=1")) == #"{"a":{"b":{"c":"1"}}}"#)
    #expect(throws: DecodingError.self) { try decoder.tree(from: "a[b][c][d]=1") }
    #expect(throws: DecodingError.self) { try decoder.tree(from: "a[][][]=1") }
  }

  @Test func aTreeIsEncodedInItsOwnOrder() throws {
    let query = "b=1&a[y]=2&a[x][]=3&a[x][]=4&m[1]=5"
    let tree = try QueryDecoder().tree(from: query)
    var encoder = QueryEncoder()
    encoder.escaping = .custom("[]")
    #expect(try encoder.encode(tree) == query)
    encoder.nils = .bare
    #expect(try encoder.encode(QueryTree.object([.init("a", .null)])) == "a")
  }
}
