import SluiceCoding
import Testing

/// Objects, arrays, nil and scalars as encoded. The tables show names unescaped, for legibility.
@Suite(.timeLimit(.minutes(5))) struct QueryEncoderShapeTests {
  /// Returns an encoder that escapes as little as possible.
  private static func readable(_ adjust: (inout Query.Encoder) -> Void = { _ in }) -> Query.Encoder {
    var encoder = Query.Encoder()
    encoder.escaping = .custom("-._~/?[],:")
    adjust(&encoder)
    return encoder
  }

  @Test(
    arguments: [
      ([:], ""),
      (["a": 1], "a=1"),
      (["b": 1, "a": 2], "b=1&a=2"),
      (["a": ""], "a="),
      (["": "a"], "=a"),
      (["": ""], "="),
      (["a": [:]], ""),
      (["a": []], ""),
      (["a": [[]]], ""),
      (["a": [[:], [:]]], ""),
      (["a": ["b": [:], "c": []], "d": 1], "d=1"),
      (["a": nil], ""),
      (["a": nil, "b": 1], "b=1"),
      (["a": [3, 1, 2]], "a[]=3&a[]=1&a[]=2"),
      (["a": [1]], "a[]=1"),
      (["a": ["b", "a", "b"]], "a[]=b&a[]=a&a[]=b"),
      (["a": [1, nil, 3]], "a[]=1&a[]=3"),
      (["a": [nil]], ""),
      (["a": [""]], "a[]="),
      (["m": ["1": "a", "2": "b"]], "m[1]=a&m[2]=b"),
      (["m": ["0": "a"]], "m[0]=a"),
      (["a": ["b": 1]], "a[b]=1"),
      (["a": ["b": ["c": ["d": 1]]]], "a[b][c][d]=1"),
      (["a": ["": 1]], "a[]=1"),
      (["": ["a": 1]], "[a]=1"),
      (["a": ["b": [1, 2]]], "a[b][]=1&a[b][]=2"),
      (["a": [["b": 1, "c": 2], ["b": 3]]], "a[][b]=1&a[][c]=2&a[][b]=3"),
      (["a": [[1, 2], [3]]], "a[][]=1&a[][]=2&a[][]=3"),
      (["a": ["b": 1], "c": 2, "d": ["e": 3]], "a[b]=1&c=2&d[e]=3"),
      (["a[b]": 1], "a[b]=1"),
      (["a.b": 1], "a.b=1"),
      (["a": 1, "a": 2], "a=1&a=2"),
      (["a": true, "b": false], "a=true&b=false"),
      (["a": 0, "b": -1], "a=0&b=-1"),
      (["a": 1.5], "a=1.5"),
      (["null": "null"], "null=null"),
    ] as [QueryRow])
  func `by default, arrays and nesting have brackets, and nil is dropped`(row: QueryRow) throws {
    #expect(try Self.readable().string(for: row.document) == row.text)
  }

  private static let list: QueryDocument = ["a": [3, 1, nil, 2]]
  private static let objects: QueryDocument = ["a": [["b": 1], ["b": 2, "c": 3]]]
  private static let lists: QueryDocument = ["a": [[1, 2], [3]]]
  private static let deep: QueryDocument = ["a": ["b": ["c": [1, 2]]]]

  @Test(
    arguments: [
      (.indexed, list, "a[0]=3&a[1]=1&a[3]=2"),
      (.indexed, objects, "a[0][b]=1&a[1][b]=2&a[1][c]=3"),
      (.indexed, lists, "a[0][0]=1&a[0][1]=2&a[1][0]=3"),
      (.indexed, deep, "a[b][c][0]=1&a[b][c][1]=2"),
      (.indexed, ["a": []], ""),
      (.repeated, list, "a=3&a=1&a=2"),
      (.repeated, objects, "a[b]=1&a[b]=2&a[c]=3"),
      (.repeated, lists, "a=1&a=2&a=3"),
      (.repeated, deep, "a[b][c]=1&a[b][c]=2"),
      (.repeated, ["a": []], ""),
      (.comma, list, "a=3,1,2"),
      (.comma, objects, "a[0][b]=1&a[1][b]=2&a[1][c]=3"),
      (.comma, lists, "a[0]=1,2&a[1]=3"),
      (.comma, deep, "a[b][c]=1,2"),
      (.comma, ["a": []], ""),
      (.comma, ["a": [nil, nil]], ""),
      (.comma, ["a": [1]], "a=1"),
      (.comma, ["a": [""]], "a="),
      (.comma, ["a": ["x,y", "z"]], "a=x,y,z"),
      (.comma, ["a": [[], [1]]], "a[1]=1"),
      (.custom { "\($0):\($1 + 1)" }, list, "a:1=3&a:2=1&a:4=2"),
      (.custom { "\($0):\($1 + 1)" }, objects, "a:1[b]=1&a:2[b]=2&a:2[c]=3"),
      (.custom { "\($0):\($1 + 1)" }, lists, "a:1:1=1&a:1:2=2&a:2:1=3"),
    ] as [(Query.Arrays, QueryDocument, String)])
  func `array elements are named by the strategy`(
    strategy: Query.Arrays, document: QueryDocument, text: String
  ) throws {
    #expect(try Self.readable { $0.arrays = strategy }.string(for: document) == text)
  }

  @Test(
    arguments: [
      (.dots, ["a": ["b": 1]], "a.b=1"),
      (.dots, ["a": ["b": ["c": 1], "d": 2]], "a.b.c=1&a.d=2"),
      (.dots, ["a": 1], "a=1"),
      (.dots, ["m": ["1": "a", "2": "b"]], "m.1=a&m.2=b"),
      (.dots, deep, "a.b.c[]=1&a.b.c[]=2"),
      (.dots, objects, "a[].b=1&a[].b=2&a[].c=3"),
      (.dots, ["a": ["": 1]], "a.=1"),
      (.custom { "\($0)/\($1)" }, deep, "a/b/c[]=1&a/b/c[]=2"),
      (.custom { "\($1)-\($0)" }, ["a": ["b": ["c": 1]]], "c-b-a=1"),
    ] as [(Query.Nesting, QueryDocument, String)])
  func `members of nested objects are named by the strategy`(
    strategy: Query.Nesting, document: QueryDocument, text: String
  ) throws {
    #expect(try Self.readable { $0.nesting = strategy }.string(for: document) == text)
  }

  private static let someNils: QueryDocument = ["a": nil, "b": [1, nil], "c": ["d": nil]]

  @Test(
    arguments: [
      (.drop, .brackets, someNils, "b[]=1"),
      (.bare, .brackets, someNils, "a&b[]=1&b[]&c[d]"),
      (.empty, .brackets, someNils, "a=&b[]=1&b[]=&c[d]="),
      (.literal, .brackets, someNils, "a=null&b[]=1&b[]=null&c[d]=null"),
      (.custom("N/A"), .brackets, someNils, "a=N/A&b[]=1&b[]=N/A&c[d]=N/A"),
      (.bare, .repeated, someNils, "a&b=1&b&c[d]"),
      (.bare, .comma, someNils, "a&b=1,&c[d]"),
      (.empty, .comma, someNils, "a=&b=1,&c[d]="),
      (.literal, .comma, someNils, "a=null&b=1,null&c[d]=null"),
      (.literal, .indexed, ["a": [nil, nil]], "a[0]=null&a[1]=null"),
      (.empty, .indexed, ["a": [[nil], []]], "a[0][0]="),
    ] as [(Query.Nils, Query.Arrays, QueryDocument, String)])
  func `nil is written by the strategy`(
    strategy: Query.Nils, arrays: Query.Arrays, document: QueryDocument, text: String
  ) throws {
    let encoder = Self.readable {
      $0.nils = strategy
      $0.arrays = arrays
    }
    #expect(try encoder.string(for: document) == text)
  }

  @Test(
    arguments: [
      (.literal, ["a": true, "b": [false]], "a=true&b[]=false"),
      (.numeric, ["a": true, "b": [false]], "a=1&b[]=0"),
      (.numeric, ["a": "true", "b": 1], "a=true&b=1"),
    ] as [(Query.Bools, QueryDocument, String)])
  func `booleans are words or digits by the strategy`(
    strategy: Query.Bools, document: QueryDocument, text: String
  ) throws {
    #expect(try Self.readable { $0.bools = strategy }.string(for: document) == text)
  }

  private static let unordered: QueryDocument = [
    "b": 1, "a": ["d": [3, 1, 2], "c": 2], "B": 3, "é": 4, "b": 0,
  ]

  @Test(
    arguments: [
      ([], .brackets, unordered, "b=1&a[d][]=3&a[d][]=1&a[d][]=2&a[c]=2&B=3&é=4&b=0"),
      (.sortedKeys, .brackets, unordered, "B=3&a[c]=2&a[d][]=3&a[d][]=1&a[d][]=2&b=1&b=0&é=4"),
      (.sortedKeys, .indexed, ["a": [["c": 1, "b": 2]]], "a[0][b]=2&a[0][c]=1"),
      (.sortedKeys, .indexed, ["m": ["10": 1, "9": 2]], "m[10]=1&m[9]=2"),
      (.sortedKeys, .brackets, ["ab": 1, "a": 2, "a-": 3], "a=2&a-=3&ab=1"),
      (
        .sortedKeys, .brackets, ["a\0": 1, "a": 2, "b": 3, "a\0\0\0\0\0\0\0\0": 4],
        "a=2&a\0=1&a\0\0\0\0\0\0\0\0=4&b=3"
      ),
      (
        .sortedKeys, .brackets, ["prefixed-b": 1, "prefixed-a": 2, "prefixed": 3],
        "prefixed=3&prefixed-a=2&prefixed-b=1"
      ),
      (
        .sortedKeys, .indexed, ["a": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        (0...10).map { "a[\($0)]=\($0)" }.joined(separator: "&")
      ),
    ] as [(Query.Encoder.OutputFormatting, Query.Arrays, QueryDocument, String)])
  func `members are ordered as specified, and array elements keep their order`(
    formatting: Query.Encoder.OutputFormatting, arrays: Query.Arrays, document: QueryDocument, text: String
  ) throws {
    var encoder = Self.readable()
    encoder.outputFormatting = formatting
    encoder.arrays = arrays
    let pairs = try encoder.pairs(for: document).map { pair in
      pair.name + (pair.value.map { "=" + $0 } ?? "")
    }
    #expect(pairs.joined(separator: "&") == text)
  }
}
