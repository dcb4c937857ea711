import SluiceFuzz
import SluiceFuzzTargets
import SluiceLibFuzzer

/// Selects a target. libFuzzer calls this once, before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt {
  LibFuzzer.start(FuzzTarget.all + [Canary.target])
}
