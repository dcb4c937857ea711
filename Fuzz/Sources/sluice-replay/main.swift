import Foundation
import SluiceFuzzing

// Runs the files of each target's folder through its checks: `sluice-replay CORPUS [TARGET...]`. Exits with 1 where a
// property is broken.
let arguments = CommandLine.arguments.dropFirst()
guard let corpus = arguments.first else { exit(64) }
let names = Set(arguments.dropFirst())
var failures = 0
for target in FuzzTarget.all where names.isEmpty || names.contains(target.name) {
  let folder = URL(filePath: corpus).appending(path: target.name)
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
  while let file = files?.nextObject() as? URL {
    guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
    do {
      try target.run([UInt8](Data(contentsOf: file)))
    } catch {
      failures += 1
      print("\(file.path): \(error)")
    }
  }
}
exit(failures == 0 ? 0 : 1)
