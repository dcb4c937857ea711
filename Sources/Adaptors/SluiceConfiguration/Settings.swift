#if Configuration
  internal import Configuration
  internal import SluiceTransport

  /// The values of a scope. A missing value is `nil`; one that cannot be used is an error that names its key.
  ///
  /// Only the methods of a reader that fetch distinguish a missing value from one that has another type.
  struct Settings {
    private let config: ConfigReader
    private let scope: String

    init(_ config: ConfigReader) { self.init(config, scope: "") }

    private init(_ config: ConfigReader, scope: String) { (self.config, self.scope) = (config, scope) }

    /// Returns the values of an inner scope.
    func scoped(to name: String) -> Settings {
      Settings(config.scoped(to: ConfigKey(name)), scope: "\(scope)\(name).")
    }

    func text(_ key: String, isSecret: Bool = false) async throws(SessionError) -> String? {
      do { return try await config.fetchString(forKey: ConfigKey(key), isSecret: isSecret) } catch {
        throw problem(key, "is not a text", error)
      }
    }

    func texts(_ key: String) async throws(SessionError) -> [String]? {
      do { return try await config.fetchStringArray(forKey: ConfigKey(key)) } catch {
        throw problem(key, "is not a list of texts", error)
      }
    }

    func flag(_ key: String) async throws(SessionError) -> Bool? {
      do { return try await config.fetchBool(forKey: ConfigKey(key)) } catch {
        throw problem(key, "is not true or false", error)
      }
    }

    func number(_ key: String, from minimum: Int) async throws(SessionError) -> Int? {
      let number: Int?
      do { number = try await config.fetchInt(forKey: ConfigKey(key)) } catch {
        throw problem(key, "is not a whole number", error)
      }
      if let number, number < minimum { throw problem(key, "is less than \(minimum)") }
      return number
    }

    /// Returns a number of seconds.
    func duration(_ key: String) async throws(SessionError) -> Duration? {
      let seconds: Double?
      do { seconds = try await config.fetchDouble(forKey: ConfigKey(key)) } catch {
        throw problem(key, "is not a number of seconds", error)
      }
      guard let seconds else { return nil }
      // A century, which also excludes values that are not finite.
      guard (0...3_155_760_000).contains(seconds) else { throw problem(key, "is not from 0 to 3155760000") }
      return .seconds(seconds)
    }

    /// Returns a number of seconds, of which 0 is no limit.
    func timeLimit(_ key: String, default limit: Duration?) async throws(SessionError) -> Duration? {
      guard let duration = try await duration(key) else { return limit }
      return duration == .zero ? nil : duration
    }

    /// Returns the value with a name.
    func choice<Value>(_ key: String, _ values: KeyValuePairs<String, Value>) async throws(SessionError)
      -> Value?
    {
      guard let name = try await text(key) else { return nil }
      guard let value = values.first(where: { $0.key == name }) else {
        throw problem(key, "is not one of \(values.map(\.key).joined(separator: ", "))")
      }
      return value.value
    }

    /// Returns the error for a key. Its message does not contain the value, which may be a secret.
    func problem(_ key: String, _ text: String, _ underlying: (any Error)? = nil) -> SessionError {
      SessionError(.invalidConfiguration, message: "\(scope)\(key) \(text)", underlying: underlying)
    }
  }
#endif
