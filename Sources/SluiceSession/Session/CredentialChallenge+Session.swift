extension CredentialChallenge {
  /// The session that asks for the credential, for the requests that a provider makes, such as for a new token.
  ///
  /// They are sent without a credential from the provider while it is called for the same origin. See
  /// ``CredentialProvider``. A provider that keeps the session keeps it from being released.
  public var session: Session {
    guard let runner = runner as? TransferRunner else { preconditionFailure("Runners make all challenges.") }
    return Session(runner)
  }
}
