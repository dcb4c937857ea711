import Foundation
import SluiceLibFuzzer

/// Selects a target. The engine calls this once, before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt {
  guard CommandLine.arguments.contains("--verdicts") else { return LibFuzzer.start(attacks.map(\.target)) }
  for attack in attacks {
    print(attack.target.name)
    do { try attack.runCorpus() } catch { print(error) }
  }
  exit(0)
}
