import ArgumentParser
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// Joining of the parts on a command line.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FormOptionsTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"]),
    (["-F", "a=b"], ["-F", "\0Fa=b"]),
    (["x", "-F", "a=b", "y", "--form-string", "c=d", "z"], ["-F", "\0Fa=b\0Sc=d", "x", "y", "z"]),
    (["-Fa=b", "--form-string=c=d", "-F", "--x=y"], ["-F", "\0Fa=b\0Sc=d\0F--x=y"]),
    (["--form-string="], ["-F", "\0S"]),
    (["-F", ""], ["-F", "\0F"]),
    // An option without a value stays, so that the parser reports it.
    (["-F", "a=b", "-F"], ["-F"]),
    (["--form-string"], ["--form-string"]),
    // After two dashes, nothing is an option.
    (["-F", "a=b", "--", "-F", "c=d"], ["-F", "\0Fa=b", "--", "-F", "c=d"]),
    // Other options, which only look similar.
    (["-vF", "a=b"], ["-vF", "a=b"]),
    (["--form", "{}", "--form-strings", "--Form"], ["--form", "{}", "--form-strings", "--Form"]),
  ]) func `parts are joined in order`(arguments: [String], joined: [String]) {
    for command in [["upload"], ["multipart", "encode"]] {
      #expect(FormOptions.joining(command + arguments, for: SluiceCommand.self) == command + joined)
    }
    // Other commands have no parts.
    #expect(FormOptions.joining(["request"] + arguments, for: SluiceCommand.self) == ["request"] + arguments)
  }

  @Test func `the value of another option is no part`() {
    let command = ["multipart", "encode"]
    for (arguments, joined) in [
      (["--boundary", "-F", "-F", "a=b"], ["-F", "\0Fa=b", "--boundary=-F"]),
      (["--headers", "-F", "a=b"], ["-F", "\0Fa=b", "--headers"]),
    ] { #expect(FormOptions.joining(command + arguments, for: SluiceCommand.self) == command + joined) }
  }

  @Test(arguments: [
    (["-H", "---", "-v"], ["-H=---", "-v"]), (["-v", "---", "-H"], ["-v", "---", "-H"]),
    (["--bearer", "--", "--", "-o", "---a"], ["--bearer=--", "--", "-o", "---a"]),
    (["--json", "-=", "-v", "--"], ["--json=-=", "-v", "--"]), (["-o", "-a", "-b"], ["-o", "-a", "-b"]),
    (["-o", "\u{2d}\u{301}"], ["-o", "-\u{301}"]), (["-o", ""], ["-o", ""]), ([], []),
    (["--data=", "-v", "a"], ["--data="]), (["--data=", "a", "-v"], ["--data=", "a", "-v"]),
  ]) func `a value that the parser would misread is attached`(arguments: [String], attached: [String]) {
    #expect(FormOptions.joining(["request"] + arguments, for: SluiceCommand.self) == ["request"] + attached)
  }

  @Test func `joined parts are parsed back into parts`() throws {
    let arguments = [
      "-F", "a=1", "--form-string", "b=@2", "-Fc=3", "--form-string=d=;", "-F", "\u{301}=\u{301}",
    ]
    let options = try FormOptions.parse(
      Array(FormOptions.joining(["upload"] + arguments, for: SluiceCommand.self).dropFirst()))
    let parts = try options.specs().map(\.part)
    #expect(parts.map(\.name) == ["a", "b", "c", "d", "\u{301}"])
    #expect(try FormOptions.parse([]).specs().isEmpty)
  }
}
