import Dispatch
import Glibc
import Sluice

// Uploads a file as a form, with a line of progress: `Upload FILE URL`. After Ctrl-C, the same command continues the
// upload, if the server can.

func show(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }

guard CommandLine.arguments.count == 3 else {
  show("usage: Upload FILE URL\n")
  exit(64)
}
let (path, url) = (CommandLine.arguments[1], CommandLine.arguments[2])

let session = Session()
let form = MultipartForm { FormFile("file", at: path) }
let request = try session.request(.post, .init(url), body: form)
let transfer = session.transfer(request, resumable: .standard(record: path + ".upload"), decoding: .text())

// The signal no longer ends the process. The transfer ends, and then the program.
signal(SIGINT, SIG_IGN)
let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interrupts.setEventHandler { transfer.cancel() }
interrupts.resume()

transfer.start()
for await progress in transfer.progressUpdates { show("\r\u{1B}[K" + progress.line(width: 80)) }
show("\n")

var status: CInt = 0
do {
  print(try await transfer.value)
} catch is CancellationError {
  show("Interrupted. The same command continues.\n")
  status = 130
} catch {
  show("\(error)\n")
  status = 1
}
await session.invalidate()
exit(status)
