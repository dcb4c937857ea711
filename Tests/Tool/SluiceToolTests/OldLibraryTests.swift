import SluiceTestSupport
import Testing

/// A libcurl that Sluice cannot use, simulated by a `curl_version_info` that is loaded before the real one.
@Suite(.ownThreads, .timeLimit(.minutes(5)), .enabled(if: isInstalled("clang"))) struct OldLibraryTests {
  @Test(arguments: [
    (
      "7.68.0", "0x074400", "CURL_VERSION_SSL | CURL_VERSION_ASYNCHDNS", [], "libcurl 7.68.0 was found",
      "7.81.0"
    ),
    ("8.5.0", "0x080500", "CURL_VERSION_ASYNCHDNS", [], "libcurl 8.5.0 without TLS was found", "7.81.0"),
    (
      "8.23.0", "0x081700", "CURL_VERSION_SSL | CURL_VERSION_ASYNCHDNS | CURL_VERSION_HTTP2", ["--http3"],
      "libcurl 8.23.0 without HTTP/3 was found", "8.14.0"
    ),
  ])
  func `one sentence names the version found and the version needed`(
    version: String, number: String, features: String, options: [String], found: String, needed: String
  ) throws {
    let folder = try TemporaryDirectory()
    let source = """
      #include <curl/curl.h>
      static curl_version_info_data data = {
        .age = CURLVERSION_NOW, .version = "\(version)", .version_num = \(number), .features = \(features)};
      curl_version_info_data *curl_version_info(CURLversion age) { return &data; }
      """
    try folder.file("version.c", Array(source.utf8))
    let library = folder.path("version.so")
    try Run("clang", ["-shared", "-fPIC", "-o", library, folder.path("version.c")]).finish().expectSuccess()
    let server = try UploadServer()
    try sluice(["upload", server.url, "-F", "a=b"] + options, environment: ["LD_PRELOAD": library])
      .expectFailure(
        69, "unsupported-library", saying: found, "but \(needed) or later with TLS")
    #expect(server.connectionCount == 0)
  }
}
