import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceSerialization
import Testing

/// Requests as curl commands. The tests of the session check that curl sends the same request.
@Suite(.timeLimit(.minutes(5))) struct CurlCommandTests {
  private func command(
    _ method: HTTPRequest.Method = .post, path: String = "/p", _ fields: HTTPFields = [:],
    body: (any BodySource)? = nil, showingSecrets: Bool = false
  ) -> String {
    SessionRequest(
      HTTPRequest(method: method, scheme: "https", authority: "h", path: path, headerFields: fields),
      body: body
    ).curlCommand(showingSecrets: showingSecrets)
  }

  @Test func `only options that differ from curl's defaults are written`() {
    #expect(command(.get) == "curl https://h/p")
    #expect(command(.head) == "curl --head https://h/p")
    #expect(command(.delete) == "curl -X DELETE https://h/p")
    #expect(command() == "curl -X POST https://h/p")
    #expect(
      command(.post, [.contentType: "a/b"], body: .text("x"))
        == "curl https://h/p -H 'Content-Type: a/b' --data-raw '(hidden)'")
    #expect(command(.get, body: .text("")) == "curl -X GET https://h/p -H Content-Type: --data-raw ''")
    #expect(command(.get, [.accept: ""]) == "curl https://h/p -H 'Accept;'")
    #expect(command(.get, path: "/[a]{b}?c d") == "curl --globoff 'https://h/[a]{b}?c d'")
    #expect(command(.get, path: "/a/../b") == "curl --path-as-is https://h/a/../b")
  }

  @Test(arguments: [
    ("it's", #"'it'\''s'"#), ("'\u{301}", "''\\''\u{301}'"),
    ("$(x) `y` !z \\ \"q\"", "'$(x) `y` !z \\ \"q\"'"),
    ("a\r\nb\tc", "'a\r\nb\tc'"), ("-n", "-n"), ("@file", "@file"), ("é", "'é'"), ("a;b", "'a;b'"),
    ("~", "'~'"),
  ]) func `words are quoted for the shell`(text: String, word: String) {
    let line = command(.post, [.contentType: "a/b"], body: .text(text), showingSecrets: true)
    #expect(Array(line.utf8) == Array("curl https://h/p -H 'Content-Type: a/b' --data-raw \(word)".utf8))
  }

  @Test(arguments: [[0], [255], [27, 91], Array("a\u{9B}b".utf8)])
  func `a body that is not printable text is written as Base64`(
    bytes: [UInt8]
  ) {
    #expect(command(body: .bytes(bytes)) == "curl https://h/p -H Content-Type: --data-raw '(hidden)'")
    let line = command(body: .bytes(bytes), showingSecrets: true)
    #expect(
      line.hasPrefix("printf %s ")
        && line.hasSuffix(" | base64 -d | curl https://h/p -H Content-Type: --data-binary @-"))
    #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }

  @Test func `a file is named by its path`() {
    #expect(command(body: .file(at: "/etc/hosts")).hasSuffix("--data-binary @/etc/hosts"))
    #expect(command(body: .file(at: "-")).hasSuffix("--data-binary @./-"))
    #expect(
      command(body: FileSource(at: "/proc/self/../self/exe", range: 2..<5)).hasPrefix(
        "tail -c +3 /proc/self/../self/exe | head -c 3 | curl"))
  }

  @Test func `a form is written part by part`() {
    let form = MultipartForm {
      FormField("title", "it's; @<")
      FormField("note", "a \"q\" \\", contentType: .json)
      FormFile("video", at: "/tmp/a;b.mov")
      FormFile("small", .text("x"), fileName: "x\"y", contentType: .plainText)
    }
    #expect(
      command(body: form, showingSecrets: true) == """
        curl https://h/p --form-string 'title=it'\\''s; @<' -F 'note="a \\"q\\" \\\\";type=application/json' \
        -F 'video=@"/tmp/a;b.mov";type=video/quicktime;filename="a;b.mov"' \
        -F 'small="x";type=text/plain;filename="x\\"y"'
        """)
    #expect(command(.post, [.contentType: form.contentType ?? ""], body: form) == command(body: form))
    #expect(command(body: AnyBody(form)) == command(body: form))
  }

  @Test(arguments: [
    FormField("a\nb", "1").part, FormField("a\rb", "1").part,
    MultipartForm.Part("f", .file(at: "/etc/hosts"), fileName: "hosts.txt"),
    FormField("a", "1", contentType: MediaType("text/plain;headers=x")).part,
    FormField("a", "1", contentType: MediaType("text/plain;x=\"y;filename=z\"")).part,
  ])
  func `a part that curl would send with another head is read from standard input`(part: MultipartForm.Part) {
    let line = command(body: MultipartForm { part })
    #expect(line.hasSuffix("--data-binary @- # the body is read from standard input"), "\(line)")
  }

  @Test func `a body that no option can express is read from standard input`() throws {
    let bodies: [any BodySource] = [
      .joined([.text("a")]), MultipartForm(.mixed) { FormField("a", "b") }, MultipartForm(),
      MultipartForm { FormField("a=b", "c") }, MultipartForm { FormField("a", .bytes([0])) },
      MultipartForm { MultipartForm.Part("a", .text("b"), headers: ["X": "y"]) },
    ]
    for body in bodies {
      let line = command(body: body)
      #expect(line.hasSuffix(" --data-binary @- # the body is read from standard input"))
      #expect(line.contains("Content-Type: multipart/") == (body is MultipartForm))
    }
  }

  @Test func `secrets are masked by default`() {
    var secret = HTTPField(name: .init("X-Key") ?? .age, value: "k3y")
    secret.indexingStrategy = .disallow
    var fields: HTTPFields = [.authorization: "Bearer t0k", .cookie: "c00k", .accept: "a/b"]
    fields.append(secret)
    let path = "/p?page=2&access_token=t1&Api-Key=t2&x&password&client_secret=t3&token\u{301}=t4"
    for body in [nil, .text("user=u&passwd=t5")] as [AnyBody?] {
      var fields = fields
      if body != nil { fields[.contentType] = "application/x-www-form-urlencoded; charset=utf-8" }
      let masked = command(path: path, fields, body: body)
      for text in ["t0k", "c00k", "k3y", "=t1", "=t2", "=t3", "=t4", "=t5"] {
        #expect(!masked.contains(text))
      }
      for text in [
        "Authorization: (hidden)", "page=2&access_token=(hidden)&Api-Key=(hidden)&x&password&", "a/b",
      ] {
        #expect(masked.contains(text))
      }
      let shown = command(path: path, fields, body: body, showingSecrets: true)
      for text in ["Bearer t0k", "c00k", "k3y", "=t1", "=t2", "=t3"] { #expect(shown.contains(text)) }
      #expect(!shown.contains("hidden"))
    }
  }

  @Test func `secrets in a multipart form are masked by default`() {
    let form = MultipartForm {
      FormField("user", "u")
      FormField("pass_word", "t1")
      FormField("api-token", "t2", contentType: .plainText)
    }
    let masked = command(path: "/", [:], body: form)
    #expect(masked.contains("user=u") && masked.contains("'pass_word=(hidden)'"))
    #expect(!masked.contains("t1") && !masked.contains("t2"))
    let shown = command(path: "/", [:], body: form, showingSecrets: true)
    #expect(shown.contains("t1") && shown.contains("t2"))
  }

  @Test(arguments: [
    (#"{"user":"u","password":"p4ss"}"#, #"{"user":"u","password":"(hidden)"}"#),
    (#"{"a":[{"Api-Key":12},{"b":1.50}]}"#, #"{"a":[{"Api-Key":"(hidden)"},{"b":1.50}]}"#),
    (#"{"credentials":{"x":["s"]},"n":1}"#, #"{"credentials":"(hidden)","n":1}"#),
    (
      #"[{"refresh_token":"t","refresh_token":"u"}]"#,
      #"[{"refresh_token":"(hidden)","refresh_token":"(hidden)"}]"#
    ),
    (#"{"pass\u0077ord":"p"}"#, #"{"password":"(hidden)"}"#),
    // Neither is a secret, and a text without any is written as it is.
    (#"{ "has_password" : true, "token" : null }"#, #"{ "has_password" : true, "token" : null }"#),
    (#"{ "monkey" : 1, "author" : "x", "url":"a/b" }"#, #"{ "monkey" : 1, "author" : "x", "url":"a/b" }"#),
    ("", ""),
    // Nothing says what these are.
    (#"{"password":"p4ss""#, "(hidden)"), (#""p4ss""#, "(hidden)"), ("p4ss", "(hidden)"),
    ("<key>password</key><string>p4ss</string>", "(hidden)"),
    (String(repeating: "[", count: 101) + String(repeating: "]", count: 101), "(hidden)"),
  ]) func `members of a JSON body are masked by their names, and any other body as a whole`(
    body: String, masked: String
  ) {
    for type in [[:], [.contentType: "application/json"], [.contentType: "text/plain"]] as [HTTPFields] {
      let suffix = masked.isEmpty ? " --data-raw ''" : " --data-raw '\(masked)'"
      #expect(command(type, body: .text(body)).hasSuffix(suffix))
      #expect(command(type, body: .text(body), showingSecrets: true).contains(body))
    }
  }

  private func command(_ fields: HTTPFields, body: AnyBody, showingSecrets: Bool = false) -> String {
    command(.post, fields, body: body, showingSecrets: showingSecrets)
  }

  @Test(arguments: [
    ("a=1&api%5Fkey=s&pass%77ord=s", "a=1&api%5Fkey=(hidden)&pass%77ord=(hidden)"),
    ("user[pin]=s&spin=1&a.SIG=s", "user[pin]=(hidden)&spin=1&a.SIG=(hidden)"),
    ("s3cr3t", "(hidden)"), (#"{"otp":"s"}"#, #"{"otp":"(hidden)"}"#),
  ]) func `the names of a URL-encoded form are compared as they are decoded`(body: String, masked: String) {
    let line = command([.contentType: "application/x-www-form-urlencoded"], body: .text(body))
    #expect(line.hasSuffix(" --data-raw '\(masked)'"))
  }

  @Test func `header fields are masked by their names`() throws {
    let name = try #require(HTTPField.Name("X-Api-Key"))
    let other = try #require(HTTPField.Name("Idempotency-Key"))
    let line = command(.get, [name: "s", other: "1"])
    #expect(line.contains("'X-Api-Key: (hidden)'") && line.contains("'Idempotency-Key: 1'"))
  }

  @Test func `a field of a form that is not plain text is masked like a body`() {
    let form = MultipartForm {
      FormField("settings", #"{"secret":1,"a":2}"#, contentType: .json)
      FormField("note", #"{"password":"p"}"#)
      FormField("plist", "<string>p</string>", contentType: MediaType("application/xml"))
      FormField("text", "shown")
    }
    #expect(
      command(body: form) == """
        curl https://h/p -F 'settings="{\\"secret\\":\\"(hidden)\\",\\"a\\":2}";type=application/json' \
        --form-string 'note={"password":"(hidden)"}' -F 'plist="(hidden)";type=application/xml' \
        --form-string text=shown
        """)
  }

  @Test func `user information in the URL is masked by default`() {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "user:p4ss@a.example:1", path: "/p")
    #expect(SessionRequest(head).curlCommand() == "curl 'https://(hidden)@a.example:1/p'")
    #expect(SessionRequest(head).curlCommand(showingSecrets: true) == "curl https://user:p4ss@a.example:1/p")
  }
}
