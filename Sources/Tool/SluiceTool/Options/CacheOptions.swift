internal import ArgumentParser
internal import Sluice
internal import SluiceCache

/// The options of commands whose responses can be kept in a folder.
struct CacheOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep responses in this folder, and use them again, as their fields allow; created if missing.",
      valueName: "folder"))
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "The maximum size of the folder, such as 5G. The responses that were used least recently make "
        + "room for others. (default: 1G)",
      valueName: "bytes"))
  var cacheSize: ByteSize?

  /// The maximum time for which a command waits for validations of the stored responses that it has used.
  static let validationLimit = Duration.seconds(10)

  func validate() throws {
    if cacheSize != nil, cache == nil { throw ValidationError("--cache-size needs --cache") }
  }

  /// The folder of the cache, in which the command writes nothing else.
  var folder: (name: String, path: String)? { cache.map { ("cache", $0) } }

  /// Returns a configuration with the cache, if there is one.
  func added(to configuration: Session.Configuration) throws -> Session.Configuration {
    guard let cache else { return configuration }
    var configuration = configuration
    configuration.cache = try .folder(cache, maximumByteCount: cacheSize?.byteCount ?? 1 << 30)
    return configuration
  }
}
