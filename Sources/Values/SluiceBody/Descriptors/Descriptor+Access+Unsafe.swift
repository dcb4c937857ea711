internal import CFiles
internal import Glibc

// Who may read and write a file: its owner, its group, its permissions and its access control list (acl(5)).
//
// SAFETY: the pointers in these calls are to paths and arrays that live until the calls return, each with its own size.

extension Descriptor {
  /// Takes away what the file at a path, which this one is to replace, does not allow, apart from reading and writing
  /// by the owner. Does nothing if there is no regular file.
  ///
  /// The file gets the group and the access control list of the other one, and keeps its own permissions as far as the
  /// other one has them. An entry that a folder's default list has given to it goes:
  ///
  /// ```
  ///             owner  group  permissions  access control list
  ///  old        1000   1001   0640         none
  ///  new        1000   1000   0640         user:1002:rw        1000 and 1002 could read it
  ///  afterwards 1000   1001   0640         none
  /// ```
  ///
  /// If the process may not set the group, its members and all others get only what both of them had; if it may not set
  /// the list, they get nothing.
  ///
  /// - Parameters:
  ///   - path: The path, whose links are followed.
  ///   - keepingOwner: Whether the file gets the owner of the other one, too, if this process is root's.
  package func limitAccess(toThatOf path: String, keepingOwner: Bool) throws(SystemError) {
    guard let old = try? FileStatus(ofFileAt: path), old.kind == .regular else { return }
    let (new, oldList, list) = (try status(), accessList(at: path), accessList)
    var allowed = new.permissions & (old.permissions | 0o600)
    let changesOwner = keepingOwner && new.owner != old.owner && geteuid() == 0
    if new.group == old.group, !changesOwner, list == oldList {
      if allowed != new.permissions { try setPermissions(allowed) }
      return
    }
    // Nobody else can open it meanwhile.
    try setPermissions(allowed & 0o700)
    let hasOwner = changesOwner && setOwner(old.owner, group: old.group)
    if !hasOwner, new.group != old.group, !setOwner(.max, group: old.group) {
      let common = old.permissions >> 3 & old.permissions & 0o7
      allowed &= 0o700 | common << 3 | common
      if oldList != nil { allowed &= 0o700 }
      try removeAccessList()
    } else if list != oldList, oldList.map(setAccessList) != true {
      if oldList != nil { allowed &= 0o700 }
      try removeAccessList()
    }
    // With a list, the bits of the group limit its entries.
    try setPermissions(allowed)
  }

  /// - Parameter owner: The owner, or the maximum to keep the current one.
  private func setOwner(_ owner: UInt32, group: UInt32) -> Bool {
    (try? retrying { fchown(rawValue, owner, group) }) != nil
  }

  /// The access control list as Linux stores it, or `nil` if there are only permissions.
  var accessList: [UInt8]? {
    unsafe Self.accessList { bytes, size in unsafe sluice_acl_get(rawValue, bytes, size) }
  }

  private func accessList(at path: String) -> [UInt8]? {
    unsafe Self.accessList { bytes, size in
      unsafe path.withPath { unsafe sluice_acl_get_at($0, bytes, size) }
    }
  }

  private static func accessList(_ get: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
    // Other processes may change it meanwhile.
    for _ in 0..<10 {
      let size = get(nil, 0)
      guard size > 0 else { return nil }
      var bytes = Array(repeating: UInt8(0), count: size)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe get($0.baseAddress, $0.count) }
      if count == size { return bytes }
    }
    return nil
  }

  func setAccessList(_ list: [UInt8]) -> Bool {
    unsafe list.withUnsafeBytes { unsafe sluice_acl_set(rawValue, $0.baseAddress, $0.count) } == 0
  }

  private func removeAccessList() throws(SystemError) {
    do throws(SystemError) {
      try retrying { sluice_acl_remove(rawValue) }
    } catch {
      // There is none.
      if ![ENODATA, EOPNOTSUPP, ENOSYS].contains(error.number) { throw error }
    }
  }
}
