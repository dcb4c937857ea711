// Declarations that the macros refuse, with the error of each. No other errors are expected.

import SluiceJSON

@JSONCodable
// expected-error@+1 {{'@JSONCodable' applies to structures and enumerations. A class conforms by hand, because}}
class Base {
  var a = 1
}

class Root {}

@JSONReadable
// expected-error@+1 {{'@JSONReadable' applies to structures and enumerations.}}
final class Derived: Root {}

@JSONCodable
struct OwnInitializer {
  var a: Int
  // expected-error@+1 {{The macro writes this itself. Remove it, or conform to 'JSONReadable' and 'JSONWritable'}}
  init(from decoder: any Decoder) throws { a = 1 }
}

@JSONWritable
struct OwnMethod {
  var a: Int
  // expected-error@+1 {{The macro writes this itself.}}
  func write(to writer: inout JSON.Writer) throws {}
}

@JSONCodable
struct ComputedKeys {
  var a: Int
  enum CodingKeys: String, CodingKey {
    case a
    // expected-error@+1 {{'CodingKeys' must be an enumeration of 'String' with cases only, because the keys are}}
    var stringValue: String { "b" }
  }
}

@JSONCodable
struct StructKeys {
  var a: Int
  // expected-error@+1 {{'CodingKeys' must be an enumeration of 'String' with cases only}}
  struct CodingKeys: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

let name = "x"

@JSONCodable
struct ComputedKey {
  // expected-error@+1 {{'@JSONKey' needs a string literal, because the key is needed at compile time.}}
  @JSONKey("a\(name)") var a: Int
}

@JSONCodable
struct KeyBesideKeys {
  // expected-error@+1 {{'CodingKeys' contains the keys of this type, so '@JSONKey' has no effect.}}
  @JSONKey("b") var a: Int
  enum CodingKeys: String, CodingKey { case a }
}

@JSONCodable
// expected-error@+1 {{'CodingKeys' contains the keys of this type, so '@JSONKeys' has no effect.}}
@JSONKeys(.snakeCase)
struct StyleBesideKeys {
  var a: Int
  enum CodingKeys: String, CodingKey { case a }
}

@JSONCodable
struct Unlisted {
  var a: Int
  // expected-error@+1 {{'CodingKeys' has no case for the property, which therefore needs a value.}}
  var b: Int
  enum CodingKeys: String, CodingKey { case a }
}

@JSONCodable
struct Overlisted {
  var a: Int
  // expected-error@+1 {{No stored property has the name 'b'.}}
  enum CodingKeys: String, CodingKey { case a, b }
}

@JSONCodable
struct SameKeys {
  var a: Int
  // expected-error@+1 {{Another property has the key "a", too.}}
  @JSONKey("a") var b: Int
}

@propertyWrapper
struct Wrapped { var wrappedValue: Int }

@JSONCodable
struct Wrapping {
  // expected-error@+1 {{'@Wrapped' may be a property wrapper, which a macro cannot see through. Conform by hand.}}
  @Wrapped var a: Int
}

@JSONCodable
struct Lazy {
  // expected-error@+1 {{A lazy property has no value to write. Conform by hand.}}
  lazy var a = 1
}

@JSONCodable
struct Inferred {
  // expected-error@+1 {{The property needs a type annotation, because a macro does not know whether the type is an}}
  var a = name.count
}

@JSONCodable
struct Tuple {
  // expected-error@+1 {{A tuple of properties is not supported. Declare each separately.}}
  var (a, b) = (1, 2)
}

@JSONCodable
struct Conditional {
  #if DEBUG
    // expected-error@+1 {{A macro does not see whether this property exists. Conform by hand.}}
    var a: Int
  #endif
}

@JSONCodable
struct Several {
  // expected-error@+1 {{The attribute needs a declaration with a single property.}}
  @JSONKey("x") var a, b: Int
}

@JSONCodable
struct Constant {
  // expected-error@+1 {{A constant with a value is not read, so '@JSONDefault' has no effect.}}
  @JSONDefault(2) let a = 1
}

@JSONCodable
enum Raw: String {
  // expected-error@+1 {{The raw value of the case is its text, so the attribute has no effect.}}
  @JSONKey("b") case a
}

@JSONCodable
// expected-error@+1 {{'@JSONKeys' applies to the properties of a structure. Use '@JSONKey' for cases.}}
@JSONKeys(.snakeCase)
enum Styled {
  case a
}

@JSONCodable
enum SameCases {
  case a
  // expected-error@+1 {{Another case has the key "a", too.}}
  @JSONKey("a") case b
}

@JSONCodable
// expected-error@+1 {{The enumeration has no cases.}}
enum Nothing {}

// expected-error@+1 {{A type needs a single one of these macros: '@JSONCodable' reads and writes.}}
@JSONReadable
// expected-error@+1 {{A type needs a single one of these macros: '@JSONCodable' reads and writes.}}
@JSONWritable
struct Both {
  var a: Int
}

struct Unmarked {
  // expected-error@+1 {{'@JSONKey' has no effect: its type has none of the macros '@JSONCodable', '@JSONReadable'}}
  @JSONKey("b") var a: Int
}

@JSONCodable
enum ConditionalCase {
  case a
  #if DEBUG
    // expected-error@+1 {{A macro does not see whether this case exists. Conform by hand.}}
    case b
  #endif
}

@JSONCodable
struct ConditionalKey {
  #if DEBUG
    // expected-error@+1 {{A macro does not see whether this attribute applies. Conform by hand.}}
    @JSONKey("b")
  #endif
  var a: Int
}

@JSONCodable
enum Unavailable {
  // expected-error@+1 {{A macro cannot use an unavailable case. Conform by hand.}}
  @available(*, unavailable) case a
  case b
}

@JSONCodable
enum SameNames {
  case a(x: Int)
  // expected-error@+1 {{Another case has the name 'a', too.}}
  @JSONKey("b") case a(y: Int)
}

@propertyWrapper
struct wrapped { var wrappedValue: Int }

@JSONCodable
struct LowerCase {
  // expected-error@+1 {{'@wrapped' may be a property wrapper}}
  @wrapped var a: Int
}

@JSONCodable
struct NotInitiallyNil {
  var a: Int
  // expected-error@+1 {{'CodingKeys' has no case for the property, which therefore needs a value.}}
  var b: Optional<Int>
  enum CodingKeys: String, CodingKey { case a }
}

@JSONCodable
// expected-error@+1 {{A macro does not see that the raw value is a string or number. Conform by hand.}}
struct Wide: RawRepresentable {
  var rawValue: [Int]
}

@JSONCodable
struct KeyOfRawValue: RawRepresentable {
  // expected-error@+1 {{Only the raw value is read and written, so the attribute has no effect.}}
  @JSONKey("b") var rawValue: Int
}

@JSONCodable
// expected-error@+1 {{Only the raw value is read and written, so the attribute has no effect.}}
@JSONKeys(.snakeCase)
struct StyleOfRawValue: RawRepresentable {
  var rawValue: Int
}

typealias Text = String

// Only the compiler sees what the name stands for.
// expected-note@+1 5 {{in expansion of macro 'JSONReadable' on enum 'Aliased' here}}
@JSONReadable
enum Aliased: Text {
  case a
  // expected-expansion@+7:2 {{
  //   expected-error@8 {{call can throw but is not marked with 'try'}}
  //   expected-note@8 {{did you mean to use 'try'?}}
  //   expected-note@8 {{did you mean to handle error as optional value?}}
  //   expected-note@8 {{did you mean to disable error propagation?}}
  //   expected-warning@8 {{'Codable' represents this type by its raw value, which its declaration does not name.}}
  // }}
}

// expected-note@+1 5 {{in expansion of macro 'JSONReadable' on struct 'Extended' here}}
@JSONReadable
struct Extended {
  var a: Int
  // expected-expansion@+7:2 {{
  //   expected-error@8 {{call can throw but is not marked with 'try'}}
  //   expected-note@8 {{did you mean to use 'try'?}}
  //   expected-note@8 {{did you mean to handle error as optional value?}}
  //   expected-note@8 {{did you mean to disable error propagation?}}
  //   expected-warning@8 {{'Codable' represents this type by its raw value, which its declaration does not name.}}
  // }}
}

extension Extended: RawRepresentable {
  init?(rawValue: Int) { a = rawValue }
  var rawValue: Int { a }
}
