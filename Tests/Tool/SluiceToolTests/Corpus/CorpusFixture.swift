import Sluice
import SluiceFuzz
import SluiceTestSupport

@testable import SluiceCorpusTool

/// Returns an input of JSON.
func corpusEntry(
  _ name: String, _ verdict: Corpus.Verdict, _ text: String, rule: String? = nil,
  result: JSON.Value? = nil,
  contentType: String? = nil
) -> Corpus.Entry {
  Corpus.Entry(
    name: name, format: .json, verdict: verdict, bytes: Array(text.utf8), contentType: contentType,
    rule: rule, result: result)
}

/// Runs a program over inputs, and returns what was found in the order of the inputs.
func judge(
  _ entries: [Corpus.Entry], with words: [String],
  readsResult: Bool = false,
  jobs: Int = 1, seconds: Double = 60, memory: Int64? = nil
) async throws -> [JudgedInput] {
  let program = ParserProgram(words: words, memoryLimit: memory, seconds: seconds)
  return try await CorpusRun(program: program, readsResult: readsResult, jobCount: jobs).judge(entries)
}

/// Runs a program over one input.
func judge(
  _ entry: Corpus.Entry = corpusEntry("input", .accept, "[1]"), with words: String...,
  readsResult: Bool = false, seconds: Double = 60, memory: Int64? = nil
) async throws -> JudgedInput {
  try await judge([entry], with: words, readsResult: readsResult, seconds: seconds, memory: memory)[0]
}
