internal import SluiceBody

extension Batch {
  /// Starts the transfers of a batch, and passes on their results.
  ///
  /// ```
  ///  sequence ─ at most `limit` run ─► [running] ─ group.next ─► held, if an earlier one is missing ─► results
  ///      ▲                                                                                               │
  ///      └──────────────── none starts while the reader has `limit` results before it ◄──────────────────┘
  /// ```
  struct Pump: Sendable {
    let members: BatchMembers<Output>
    let limit: Int
    let order: Order
    let stopsAtFirstError: Bool
    let tally: BatchTally<Output>
    let results: BoundedQueue<Member>

    /// Runs all transfers.
    func run() async {
      await withTaskGroup(of: Member.self) { group in
        var (started, running, delivered, isExhausted) = (0, 0, 0, false)
        // Members that have ended before an earlier one.
        var held: [Int: Member] = [:]
        while true {
          while running < limit, held.count < 4 * limit, !isExhausted, !results.hasEnded {
            guard let transfer = members.next() else {
              isExhausted = true
              break
            }
            let index = started
            guard tally.begin(index, transfer) else { break }
            transfer.start()
            group.addTask { Member(index: index, transfer: transfer, result: await transfer.result) }
            (started, running) = (started + 1, running + 1)
          }
          guard let member = await group.next() else { break }
          running -= 1
          tally.end(member.index, member.transfer)
          if stopsAtFirstError, case .failure(let error) = member.result {
            results.close(throwing: error)
            tally.end()
          }
          guard order == .sequence else {
            await results.append(member)
            continue
          }
          held[member.index] = member
          while let next = held.removeValue(forKey: delivered) {
            delivered += 1
            await results.append(next)
          }
        }
      }
      results.finish()
      tally.end()
    }
  }
}

/// The transfers of a batch that have not been taken from their sequence.
///
/// SAFETY: `@unchecked Sendable` is sound because the sequence was sent to the batch, and only one pump uses the
/// iterator, in a single task.
struct BatchMembers<Output: Sendable>: @unchecked Sendable {
  private let iterator: AnyIterator<Transfer<Output>>

  /// The number of transfers; `nil` if it is unknown without iterating.
  let count: Int?

  init(_ members: some Sequence<Transfer<Output>>) {
    count = (members as? any Collection)?.count
    iterator = AnyIterator(members.makeIterator())
  }

  /// Takes the next transfer.
  func next() -> Transfer<Output>? { iterator.next() }
}
