internal import SluiceBody

/// The transfers of a session that have been started and have not ended.
final class LiveTransfers: Sendable {
  private let transfers = Lock<[TransferID: any TransferHandle]>([:])

  func insert(_ transfer: any TransferHandle) {
    transfers.withLock { $0[transfer.id] = transfer }
  }

  func remove(_ id: TransferID) {
    transfers.withLock { _ = $0.removeValue(forKey: id) }
  }

  /// The transfers in the order in which they were created.
  var all: [any TransferHandle] {
    transfers.withLock { Array($0.values) }.sorted { $0.id.number < $1.id.number }
  }
}
