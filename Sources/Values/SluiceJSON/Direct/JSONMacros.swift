#if Macros
  /// Lets a type read and write itself: writes its conformances to `Codable`, ``JSONReadable`` and ``JSONWritable``.
  ///
  ///     @JSONCodable struct User {
  ///       var id: Int64
  ///       @JSONKey("screen_name") var screenName: String
  ///       @JSONDefault(0) var followers: Int
  ///       var url: String?
  ///     }
  ///
  /// It applies to structures, to enumerations with raw values, and to those with associated values, which have the
  /// form that Swift synthesizes: `{"circle":{"radius":2}}`. All conformances accept and produce the same documents,
  /// with the errors of synthesized ones. Only the key of a `keyNotFound` is of another type, with the same name.
  ///
  /// - All stored properties are read and written, in the order of the type's own `CodingKeys` or of the declaration.
  ///   Constants that have a value are only written.
  /// - A type that is declared with `RawRepresentable` or `OptionSet`, and a raw value of a type such as `Int` or
  ///   `String`, is read and written as its raw value.
  /// - A property whose type is spelled as an optional, `T?`, may be missing or `null`, and is left out if it is `nil`.
  /// - Each key is the name of the property or case, unless ``JSONKey(_:)``, ``JSONKeys(_:)``, or an enumeration
  ///   `CodingKeys` of `String` that the type declares says otherwise. The key strategies of a coder apply to it.
  ///
  /// Declarations that the macro cannot honor are compile-time errors: classes, initializers and methods of these
  /// conformances that the type declares itself, coding keys that are computed, property wrappers, lazy properties,
  /// unavailable cases, raw values that the declaration does not name, and properties, cases and attributes within
  /// `#if`. Such types conform by hand.
  ///
  /// A structure is made by the compiler's memberwise initializer, unless its declaration contains another one. An
  /// initializer in an extension whose labels are the same makes the call ambiguous, so declare it with the type.
  ///
  /// The package trait `Macros` enables this and the other macros.
  @attached(member, names: named(CodingKeys))
  @attached(
    extension, conformances: Decodable, Encodable, JSONReadable, JSONWritable, names: named(init(from:)),
    named(encode(to:)), named(write(to:)))
  public macro JSONCodable() = #externalMacro(module: "SluiceMacros", type: "JSONCodableMacro")

  /// Lets a type read itself: writes its conformances to `Decodable` and ``JSONReadable``, as ``JSONCodable()`` does.
  @attached(member, names: named(CodingKeys))
  @attached(extension, conformances: Decodable, JSONReadable, names: named(init(from:)))
  public macro JSONReadable() = #externalMacro(module: "SluiceMacros", type: "JSONReadableMacro")

  /// Lets a type write itself: writes its conformances to `Encodable` and ``JSONWritable``, as ``JSONCodable()`` does.
  @attached(member, names: named(CodingKeys))
  @attached(extension, conformances: Encodable, JSONWritable, names: named(encode(to:)), named(write(to:)))
  public macro JSONWritable() = #externalMacro(module: "SluiceMacros", type: "JSONWritableMacro")

  /// Sets the key of a property, or of an enumeration's case.
  ///
  /// - Parameter key: The key, which must be a string literal.
  @attached(peer)
  public macro JSONKey(_ key: String) = #externalMacro(module: "SluiceMacros", type: "JSONAttributeMacro")

  /// Sets the value of a property whose member is missing or `null`.
  ///
  /// - Parameter value: An expression, which is evaluated each time.
  @attached(peer)
  public macro JSONDefault<Value>(_ value: Value) =
    #externalMacro(module: "SluiceMacros", type: "JSONAttributeMacro")

  /// Sets the rule for making the keys of a structure from the names of its properties.
  ///
  /// - Parameter style: The style of all keys that ``JSONKey(_:)`` does not set.
  @attached(peer)
  public macro JSONKeys(_ style: JSON.KeyStyle) =
    #externalMacro(module: "SluiceMacros", type: "JSONAttributeMacro")

  extension JSON {
    /// A rule for making keys from the names of properties.
    public enum KeyStyle: Sendable {
      /// The words in lower case, with underscores between them: `screenName` has the key `screen_name`.
      ///
      /// The conversion is the same as for ``Encoder/KeyEncodingStrategy/convertToSnakeCase``.
      case snakeCase
    }
  }
#endif
