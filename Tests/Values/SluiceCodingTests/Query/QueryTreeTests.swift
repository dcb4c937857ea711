import FoundationEssentials
import SluiceCoding
import Testing

/// Queries without a type: objects and arrays made from names.
@Suite(.timeLimit(.minutes(5))) struct QueryTreeTests {
  /// Returns the tree in JSON, with its members in order.
  private func text(_ tree: Query.Tree) -> String {
    switch tree {
    case .null: "null"
    case .text(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ",") + "}"
    }
  }

  @Test(
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
      // Equal strings in Swift, of different bytes.
      ("%C3%A9=1&e%CC%81=2", "{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}"),
    ])
  func `names with brackets are objects and arrays`(query: String, json: String) throws {
    #expect(text(try Query.Decoder().tree(from: query)) == json)
  }

  @Test(
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
  func `names with dots are objects, and brackets remain for arrays`(query: String, json: String) throws {
    var decoder = Query.Decoder()
    decoder.nesting = .dots
    #expect(text(try decoder.tree(from: query)) == json)
  }

  @Test func `a custom strategy divides names`() throws {
    var decoder = Query.Decoder()
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
    arguments: [
      (.drop, #"{"a":"","b":"","c":"null"}"#),
      (.bare, #"{"a":null,"b":"","c":"null"}"#),
      (.empty, #"{"a":null,"b":null,"c":"null"}"#),
      (.literal, #"{"a":"","b":"","c":null}"#),
    ] as [(Query.Nils, String)])
  func `null follows the strategy for nil`(strategy: Query.Nils, json: String) throws {
    var decoder = Query.Decoder()
    decoder.nils = strategy
    #expect(text(try decoder.tree(from: "a&b=&c=null")) == json)
  }

  @Test(
    arguments: [
      ("a=1&a[b]=2", ["a"]), ("a[b]=2&a=1", ["a"]), ("a=1&a[]=2", ["a"]), ("a[]=2&a=1", ["a"]),
      ("a[b]=1&a[]=2", ["a"]), ("a[]=1&a[b]=2", ["a"]), ("a[0]=1&a[]=2", ["a"]),
      ("x[y]=0&x[y][z]=1", ["x", "y"]), ("a=1&a=2&a[b]=3", ["a"]),
      ("a[]=0&a[][b]=1&a[][c]=2&a[][b]=3&a[][b][c]=4", ["a", "Index 2", "b"]),
      ("a&a[b]=1", ["a"]),
    ])
  func `a name of two kinds is refused with its path`(query: String, path: [String]) {
    do {
      let tree = try Query.Decoder().tree(from: query)
      Issue.record("\(tree)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == path)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `the maximum depth passes, and one level more is an error`() throws {
    var decoder = Query.Decoder()
    decoder.maximumDepth = 3
    #expect(text(try decoder.tree(from: "a[b][c]=1")) == #"{"a":{"b":{"c":"1"}}}"#)
    #expect(throws: DecodingError.self) { try decoder.tree(from: "a[b][c][d]=1") }
    #expect(throws: DecodingError.self) { try decoder.tree(from: "a[][][]=1") }
  }

  @Test func `a tree is encoded in its own order`() throws {
    let query = "b=1&a[y]=2&a[x][]=3&a[x][]=4&m[1]=5"
    let tree = try Query.Decoder().tree(from: query)
    var encoder = Query.Encoder()
    encoder.escaping = .custom("[]")
    #expect(try encoder.string(for: tree) == query)
    encoder.nils = .bare
    #expect(try encoder.string(for: Query.Tree.object([.init("a", .null)])) == "a")
  }
}
