import Foundation
import SluiceFuzzing

// Runs the files of each target's folder through its checks: `sluice-replay CORPUS`. Exits with 1 where a property is broken.
guard let path = CommandLine.arguments.dropFirst().first else { exit(64) }
let corpus = URL(filePath: path)
var failures = 0
for target in FuzzTarget.all {
  for file in try target.files(in: corpus) {
    do {
      try target.run([UInt8](Data(contentsOf: file)))
    } catch {
      failures += 1
      print("\(file.path): \(error)")
    }
  }
}
exit(failures == 0 ? 0 : 1)
