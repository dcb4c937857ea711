import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// The encoding of Unicode text in ASCII.
@Suite(.timeLimit(.minutes(5))) struct PunycodeTests {
  /// The sample strings of RFC 3492 §7.1, without case annotation.
  @Test(arguments: [
    (
      "Arabic",
      "\u{644}\u{64A}\u{647}\u{645}\u{627}\u{628}\u{62A}\u{643}\u{644}\u{645}\u{648}\u{634}\u{639}\u{631}\u{628}\u{64A}\u{61F}",
      "egbpdaj6bu4bxfgehfvwxn"
    ),
    (
      "simplified Chinese", "他们为什么不说中文",
      "ihqwcrb4cv8a8dqg056pqjye"
    ),
    (
      "traditional Chinese", "他們爲什麽不說中文",
      "ihqwctvzc91f659drss3x8bo0yb"
    ),
    (
      "Czech", "Pročprostěnemluvíčesky",
      "Proprostnemluvesky-uyb24dma41a"
    ),
    (
      "Hebrew",
      "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}\u{5D3}\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
      "4dbcagdahymbxekheh6e0a7fei0b"
    ),
    (
      "Hindi",
      "\u{92F}\u{939}\u{932}\u{94B}\u{917}\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}\u{915}\u{94D}\u{92F}\u{94B}\u{902}\u{928}\u{939}\u{940}\u{902}\u{92C}\u{94B}\u{932}\u{938}\u{915}\u{924}\u{947}\u{939}\u{948}\u{902}",
      "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"
    ),
    (
      "Japanese", "なぜみんな日本語を話してくれないのか",
      "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"
    ),
    (
      "Korean",
      "\u{C138}\u{ACC4}\u{C758}\u{BAA8}\u{B4E0}\u{C0AC}\u{B78C}\u{B4E4}\u{C774}\u{D55C}\u{AD6D}\u{C5B4}\u{B97C}\u{C774}\u{D574}\u{D55C}\u{B2E4}\u{BA74}\u{C5BC}\u{B9C8}\u{B098}\u{C88B}\u{C744}\u{AE4C}",
      "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
    ),
    (
      "Russian", "почемужеонинеговорятпорусски",
      "b1abfaaepdrnnbgefbadotcwatmq2g4l"
    ),
    (
      "Spanish", "PorquénopuedensimplementehablarenEspañol",
      "PorqunopuedensimplementehablarenEspaol-fmd56a"
    ),
    (
      "Vietnamese", "TạisaohọkhôngthểchỉnóitiếngViệt",
      "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"
    ),
    (
      "3年B", "3年B組金八先生",
      "3B-ww4c5e180e575a65lsy2b"
    ),
    (
      "with", "安室奈美恵-with-SUPER-MONKEYS",
      "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"
    ),
    (
      "Hello", "Hello-Another-Way-それぞれの場所",
      "Hello-Another-Way--fc4qua05auwb3674vfr0b"
    ),
    (
      "roof", "ひとつ屋根の下2",
      "2-u9tlzr9756bt3uc0v"
    ),
    (
      "Maji", "MajiでKoiする5秒前",
      "MajiKoi5-783gue6qz075azm5e"
    ),
    (
      "rumba", "パフィーdeルンバ",
      "de-jg4avhby1noc0d"
    ),
    (
      "speed", "そのスピードで",
      "d9juau41awczczp"
    ),
    (
      "ASCII", "-> $1.00 <-",
      "-> $1.00 <--"
    ),
  ]) func `the samples of the standard are encoded`(name: String, text: String, encoded: String) {
    #expect(Punycode.encoded(text) == encoded, "\(name)")
  }

  @Test func `a text has at most 63 characters`() {
    let text = String(repeating: "a", count: 62)
    #expect(Punycode.encoded(text + "\u{10FFFD}") != nil)
    #expect(Punycode.encoded(text + "ab") == nil)
    #expect(Punycode.encoded("") == "")
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python encodes the same`() throws {
    var random = SeededGenerator(seed: 3)
    let characters = Array("aZ9-üßéあ日한\u{80}\u{7FF}\u{800}\u{FFFC}\u{10000}😀\u{10FFFD}".unicodeScalars)
    let texts = (0..<3000).map { _ in
      var text = ""
      for _ in 0..<Int.random(in: 0...63, using: &random) {
        text.unicodeScalars.append(characters.randomElement(using: &random) ?? "a")
      }
      return text
    }
    let program = "import json\nprint(json.dumps([t.encode('punycode').decode() for t in input]))"
    let expected: [String] = try ScriptOracle.python3.run(program, input: texts)
    for (text, expected) in zip(texts, expected) { #expect(Punycode.encoded(text) == expected, "\(text)") }
  }
}
