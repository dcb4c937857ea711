internal import FoundationEssentials

/// A time of the system's clock: the number of milliseconds since 1970.
package typealias WallTime = Int64

/// Returns the time of the system's clock.
func systemTime() -> WallTime { WallTime(Date().timeIntervalSince1970 * 1000) }
