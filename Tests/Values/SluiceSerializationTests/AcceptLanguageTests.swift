import SluiceSerialization
import Testing

/// Preferred languages from the environment.
@Suite(.timeLimit(.minutes(5))) struct AcceptLanguageTests {
  @Test(
    arguments: [
      (["LANG": "de_AT.UTF-8"], "de-AT, de;q=0.9"),
      (["LANG": "en"], "en"),
      (["LANG": "sr_RS.UTF-8@latin"], "sr-RS, sr;q=0.9"),
      (["LANG": "en_GB", "LC_MESSAGES": "fr_FR"], "fr-FR, fr;q=0.9"),
      (["LANG": "en_GB", "LC_MESSAGES": "fr_FR", "LC_ALL": "nl"], "nl"),
      (["LANG": "en_GB", "LC_ALL": ""], "en-GB, en;q=0.9"),
      (["LANG": "en_GB.UTF-8", "LANGUAGE": "de_AT:de:en"], "de-AT, de;q=0.9, en;q=0.8"),
      (["LANG": "en_GB", "LANGUAGE": ""], "en-GB, en;q=0.9"),
      (["LANG": "en_GB", "LANGUAGE": "pt_BR:pt_PT"], "pt-BR, pt;q=0.9, pt-PT;q=0.8"),
      (["LANG": "a_B", "LANGUAGE": "de"], nil),
      (
        ["LANG": "en", "LANGUAGE": "a1:b2:c3:d4:e5:f6:g7"],
        "a1, b2;q=0.9, c3;q=0.8, d4;q=0.7, e5;q=0.6, f6;q=0.5"
      ),
      (["LANG": "en", "LANGUAGE": "de:C:x y:ü:\r\nX:fr"], "de, fr;q=0.9"),
      (["LANG": "en", "LANGUAGE": ":::"], nil),
      (["LANG": "C.UTF-8", "LANGUAGE": "de"], nil), (["LANG": "POSIX"], nil), (["LANG": "C"], nil),
      ([:], nil),
      (["LC_ALL": "C", "LANG": "de_DE"], nil), (["LANG": "verylonglanguage"], nil), (["LANG": "_DE"], nil),
    ] as [([String: String], String?)]) func `languages are listed by preference`(
      environment: [String: String], languages: String?
    )
  {
    #expect(AcceptLanguage.preferred(in: environment) == languages)
  }
}
