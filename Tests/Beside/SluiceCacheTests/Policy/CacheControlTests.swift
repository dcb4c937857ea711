import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct CacheControlTests {
  @Test(
    arguments: [
      "a number": (["max-age=60"], 60), "another case, and blanks": ([" Max-Age=60 , x"], 60),
      "quotes": (["max-age=\"60\""], 60), "leading zeros": (["max-age=0060"], 60),
      "after others": (["x, y=\"a,max-age=5\", max-age=60"], 60), "another field": (["x", "max-age=60"], 60),
      "the smaller of two": (["max-age=90, max-age=60"], 60), "none": (["s-maxage=60, x-max-age=7"], nil),
      "in quotes of another": (["x=\"max-age=60\""], nil), "no number": (["max-age"], 0),
      "an empty one": (["max-age="], 0), "a sign": (["max-age=-1"], 0), "a fraction": (["max-age=1.5"], 0),
      "letters": (["max-age=60s"], 0), "blanks around the sign": (["max-age =60"], 0),
      "single quotes": (["max-age='60'"], 0), "an open quote": (["max-age=\"60"], 0),
      "a large number": (["max-age=99999999999999999999999"], 1 << 31),
      "an escape": (["max-age=\"6\\0\""], 60),
    ] as NamedCases<([String], Int64?)>)
  func `max-age is a number of seconds`(test: NamedCase<([String], Int64?)>) {
    #expect(CacheControl(test.value.0).maximumAge == test.value.1)
  }

  @Test func `directives without an argument are found`() {
    let control = CacheControl([
      "no-store,no-cache, must-revalidate ,public",
      "private,immutable,only-if-cached,must-understand,s-maxage=1",
    ])
    #expect(control.isNoStore && control.isNoCache && control.mustRevalidate && control.isPublic)
    #expect(control.isPrivate && control.isImmutable && control.isOnlyIfCached && control.mustUnderstand)
    #expect(control.hasSharedMaximumAge)
    #expect(CacheControl(["no-stored, xno-cache, \"no-store\""]) == CacheControl([]))
  }

  @Test(
    arguments: [
      "names": ("no-cache=\"Set-Cookie, X-A\"", ["set-cookie", "x-a"], false),
      "a token": ("no-cache=x", ["x"], false),
      "no names": ("no-cache=\"\"", [], true), "an open quote": ("no-cache=\"x", [], true),
      "both": ("no-cache=\"x\", no-cache", ["x"], true),
    ] as NamedCases<(String, [String], Bool)>)
  func `no-cache may name fields`(test: NamedCase<(String, [String], Bool)>) {
    let control = CacheControl([test.value.0])
    #expect(control.noCacheFields == test.value.1 && control.isNoCache == test.value.2)
  }

  @Test func `malformed numbers make no response usable for longer`() {
    let control = CacheControl(["max-stale=x, min-fresh=x, stale-while-revalidate=x, stale-if-error=x"])
    #expect(control.maximumStaleness == 0 && control.minimumFreshness == CacheControl.maximumSeconds)
    #expect(control.staleWhileRevalidate == 0 && control.staleIfError == 0)
    #expect(CacheControl(["stale-while-revalidate=5, stale-while-revalidate=9"]).staleWhileRevalidate == 5)
    #expect(CacheControl(["max-stale"]).maximumStaleness == CacheControl.maximumSeconds)
    #expect(CacheControl(["max-stale=5"]).maximumStaleness == 5)
  }

  @Test(arguments: [seedOfThisRun]) func `any text is parsed, and directives after it are found`(seed: UInt64)
  {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["max-age", "=", "\"", "\\", ",", " ", "5", "no-store", "é", "\t", ";", "no-cache"]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      _ = CacheControl([text])
      // Fields are parsed one by one, so that an open quote in one hides nothing in another.
      #expect(CacheControl([text, "no-store"]).isNoStore)
    }
  }
}
