/// The months of the proleptic Gregorian calendar, for the references that parse and write dates.
enum ReferenceCalendar {
  /// Returns the number of days of each month of a year, January first.
  static func monthLengths(_ year: Int) -> [Int] {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
