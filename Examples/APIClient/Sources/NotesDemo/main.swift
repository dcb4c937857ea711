import FoundationEssentials
import Notes
import Sluice
import SluiceTesting

let server = try NotesServer.start()
defer { server.stop() }
let session = Session(.notes(Account(refreshToken: "r0"), baseURL: "\(server.url)/v1/"))
let notes = NotesClient(session)

for title in ["Breakfast", "Lunch", "Dinner", "Groceries", "Travel"] {
  let note = try await notes.create(title, text: "Milk & honey")
  print("created", note.id, note.title)
}
for try await page in notes.search("Milk & honey") {
  print("found", page.value.map(\.title).joined(separator: ", "))
}
let edited = try await notes.edit(4) { $0.text += ", bread" }
print("changed", edited.title, "to", edited.text)

let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(atPath: folder) }
let photo = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) })
try photo.write(to: URL(filePath: "\(folder)/photo.jpg"))
let attachment = try await notes.attach(fileAt: "\(folder)/photo.jpg", to: 4) { progress in
  print("sent", progress.sentBodyByteCount, "bytes in attempt", progress.attempt)
}
try await notes.download(attachment, toFile: "\(folder)/copy.jpg")
guard try Data(contentsOf: URL(filePath: "\(folder)/copy.jpg")) == photo else {
  fatalError("The copy differs.")
}
print("downloaded", attachment.fileName, "with", attachment.byteCount, "bytes")

try await notes.delete(4)
do {
  print(try await notes.note(4))
} catch let error as ResponseError {
  if let failure = error.underlying as? APIError { print("note 4:", failure.message) }
}
