internal import SluiceSupport

/// Rows of text with aligned columns. A column without any text is left out.
package struct TextTable {
  /// The rows, each with the same number of columns.
  package var rows: [[String]]
  /// The columns whose text is aligned at its end.
  private let numberColumns: Set<Int>
  /// The blanks before each row.
  private let indentation: String

  package init(rows: [[String]] = [], numberColumns: Set<Int> = [], indentation: String = "") {
    (self.rows, self.numberColumns, self.indentation) = (rows, numberColumns, indentation)
  }

  /// The lines, without control characters.
  package var text: String {
    let rows = rows.map { $0.map(\.escapingControls) }
    let widths = (rows.first ?? []).indices.map { column in
      min(rows.lazy.map { $0[column].count }.max() ?? 0, 60)
    }
    return rows.map { row in
      let columns = row.enumerated().filter { column, _ in widths[column] > 0 }
      var line = columns.map { column, text in
        let blanks = String(repeating: " ", count: max(0, widths[column] - text.count))
        return numberColumns.contains(column) ? blanks + text : text + blanks
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return indentation + line + "\n"
    }.joined()
  }
}
