import Glibc
import Testing

@testable import SluiceBody

/// Descriptions and codes of errors.
@Suite(.timeLimit(.minutes(5))) struct BodyErrorTests {
  static let lines: [(BodyError, String)] = [
    (
      BodyError(.fileGrew, path: "/a.mov", expected: 10, actual: 12),
      "file-grew: /a.mov: expected 10 bytes, found 12"
    ),
    (
      BodyError(.fileMissing, path: "/a", systemError: SystemError(number: ENOENT)),
      "file-missing: /a: No such file or directory"
    ),
    (
      BodyError(.fileVanished, path: "/a", expected: 10, systemError: SystemError(number: ENOENT)),
      "file-vanished: /a: expected 10 bytes: No such file or directory"
    ),
    (BodyError(.notReplayable), "not-replayable: the body can be read only once"),
    (BodyError(.notReplayable, path: "/f"), "not-replayable: /f: the body can be read only once"),
    (BodyError(.fileInUse, path: "/f"), "file-in-use: /f: another writer has it open"),
    (BodyError(.overLimit), "over-limit: the body has more bytes than the limit"),
    (BodyError(.byteCountsTooLarge), "too-large: the byte counts add up to more than 2^63 - 1"),
    (
      BodyError(.changed, path: "/f", expected: 3, actual: 3),
      "changed: /f: it has changed since a part of it was read"
    ),
    (BodyError(.byteCountMismatch, expected: 3, actual: 2), "byte-count-mismatch: expected 3 bytes, found 2"),
  ]

  @Test(arguments: lines)
  func `an error is described in one line with code, path and reason`(_ error: BodyError, _ line: String) {
    #expect(error.description == line)
    #expect("\(error)" == "\(error.code): \(error.message)")
  }

  @Test func `errors are equal if code, path, sizes and system error are`() {
    let errors =
      Self.lines.map(\.0) + [
        BodyError(.fileGrew, path: "/b.mov", expected: 10, actual: 12),
        BodyError(.fileShrank, path: "/a.mov", expected: 10, actual: 12),
        BodyError(.fileGrew, path: "/a.mov", expected: 11, actual: 12),
        BodyError(.fileGrew, path: "/a.mov", expected: 10, actual: 13),
        BodyError(.fileMissing, path: "/a", systemError: SystemError(number: ENOTDIR)),
      ]
    for (index, error) in errors.enumerated() {
      for (other, otherError) in errors.enumerated() { #expect((error == otherError) == (index == other)) }
    }
    #expect(Set(errors + errors).count == errors.count)
  }

  @Test func `codes are distinct, and so are their descriptions`() {
    let codes: [ErrorCode] = [
      .fileMissing, .fileIsDirectory, .fileUnreadable, .fileGrew, .fileShrank, .fileVanished,
      .rangeOutOfBounds,
      .readFailed, .writeFailed, .byteCountMismatch, .notReplayable, .tooLarge,
      .fileExists, .fileInUse,
    ]
    #expect(Set(codes).count == codes.count)
    #expect(Set(codes.map(\.description)).count == codes.count)
  }
}
