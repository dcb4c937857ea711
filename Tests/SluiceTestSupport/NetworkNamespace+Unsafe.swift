import Dispatch
import Glibc
internal import SluiceBody

/// A network namespace with nothing but a disabled loopback interface. It exists as long as its thread, or a socket
/// that was opened on the thread.
package final class NetworkNamespace: Sendable {
  package struct CommandFailed: Error {
    let commands: String
  }

  private struct NotAllowed: Error {}

  /// The closures to run; `nil` at the end.
  private let work = Lock<[@Sendable () -> Void]?>([])
  private let arrivals = DispatchSemaphore(value: 0)

  /// Whether this process may make a namespace with interfaces, and has the program to do it.
  package static let isAvailable: Bool = {
    guard (try? SluiceTestSupport.run("sh", "-c", "command -v ip > /dev/null 2>&1")) == 0 else {
      return false
    }
    guard let namespace = try? NetworkNamespace() else { return false }
    return (try? namespace.runBlocking { try ip("link add v0 type veth peer name v1") }) != nil
  }()

  /// - Throws: An error if the process may not make a namespace.
  package init() throws {
    let entered = Lock<Bool?>(nil)
    let hasEntered = DispatchSemaphore(value: 0)
    let (work, arrivals) = (work, arrivals)
    try SystemThread {
      let isInside = Self.enter()
      entered.withLock { $0 = isInside }
      hasEntered.signal()
      while isInside {
        arrivals.wait()
        guard let next = work.withLock({ $0?.removeFirst() }) else { return }
        next()
      }
    }.detach()
    hasEntered.wait()
    guard entered.withLock({ $0 }) == true else { throw NotAllowed() }
  }

  deinit {
    work.withLock { $0 = nil }
    arrivals.signal()
  }

  /// Runs a closure on the thread of the namespace.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      submit { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  private func runBlocking(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = Lock<Swift.Result<Void, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    submit {
      let outcome = Swift.Result { try body() }
      result.withLock { $0 = outcome }
      isDone.signal()
    }
    isDone.wait()
    try result.withLock { $0 }?.get()
  }

  private func submit(_ closure: @escaping @Sendable () -> Void) {
    work.withLock { $0?.append(closure) }
    arrivals.signal()
  }

  /// Runs commands of ip(8), without the word `ip`, in the namespace.
  package func ip(_ commands: String...) async throws {
    try await run { for command in commands { try Self.ip(command) } }
  }

  private static func ip(_ command: String) throws {
    let status = try SluiceTestSupport.run("sh", "-c", "ip \(command) > /dev/null 2>&1")
    guard status == 0 else { throw CommandFailed(commands: "ip \(command)") }
  }

  /// Moves the calling thread into a namespace of its own: unshare(2), which Swift's Glibc module does not contain.
  private static func enter() -> Bool {
    // SAFETY: the symbol is the function of the C library, whose type this is.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { return false }
    let unshare = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
    let newNetwork: CInt = 0x4000_0000
    return unshare(newNetwork) == 0
  }
}
