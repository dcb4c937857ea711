internal import SluiceBody

/// The body of an entry in a folder.
struct FolderBody: StoredBody {
  let source: any BodySource
  let byteCount: Int64
  let isComplete: Bool

  init(source: any BodySource, of variant: KeyFile.Variant) {
    self.source = source
    byteCount = variant.byteCount
    isComplete = variant.isComplete
  }
}
