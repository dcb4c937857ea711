#if compiler(<6.3)
  // What the standard library of Swift 6.2 lacks. It is here because nearly all modules see this one. With that
  // version, this file goes, and so do the attributes `@_lifetime`, which are below the same condition.

  extension Array {
    /// Creates an array of what `initializer` appends, which is at most `capacity` elements.
    package init<E: Error>(
      capacity: Int, initializingWith initializer: (inout OutputSpan<Element>) throws(E) -> Void
    ) throws(E) {
      var failure: E?
      self = unsafe Array(unsafeUninitializedCapacity: capacity) { buffer, count in
        // SAFETY: the memory is free, and `finalize` says how much of it was initialized.
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<capacity])
        var span = unsafe OutputSpan(buffer: room, initializedCount: 0)
        do throws(E) { try initializer(&span) } catch { failure = error }
        count = unsafe span.finalize(for: room)
      }
      if let failure { throw failure }
    }

    /// Appends what `initializer` appends, which is at most `capacity` elements, also if it throws.
    package mutating func append<E: Error>(
      addingCapacity capacity: Int,
      initializingWith initializer: (inout OutputSpan<Element>) throws(E) -> Void
    ) throws(E) {
      var failure: E?
      let added = [Element](capacity: capacity) { span in
        do throws(E) { try initializer(&span) } catch { failure = error }
      }
      append(contentsOf: added)
      if let failure { throw failure }
    }
  }
#endif
