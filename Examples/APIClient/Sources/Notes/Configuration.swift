import Sluice

extension Session.Configuration {
  /// The configuration of sessions for the API.
  public static func notes(
    _ account: Account, baseURL: String = "https://notes.example.com/v1/"
  ) -> Session.Configuration {
    var configuration = Session.Configuration(baseURL: baseURL)
    configuration.encoder.json.keyEncodingStrategy = .convertToSnakeCase
    configuration.encoder.json.dateEncodingStrategy = .iso8601
    configuration.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
    configuration.decoder.json.dateDecodingStrategy = .iso8601
    configuration.failure = .json(APIError.self)
    configuration.credentials = CredentialProvider(isPreemptive: true) {
      try await account.credential(for: $0)
    }
    configuration.idleTimeout = .seconds(20)
    configuration.retries = .standard
    configuration.retries.decide = { failure in
      // Someone else is saving the note. The request has had no effect, whatever its method.
      failure.response?.status.code == 423 ? .retry(after: .milliseconds(100)) : .standard
    }
    return configuration
  }
}
