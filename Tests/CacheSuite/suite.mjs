// Runs the HTTP cache tests with their own client, whose `fetch` is replaced by the program of Sluice.
//
// usage: node suite.mjs SUITE BASE_URL DRIVER [ID]
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [suite, base, program, only] = process.argv.slice(2)
const load = path => import(pathToFileURL(`${suite}/${path}`))

const driver = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
let lastID = 0

createInterface({ input: driver.stdout }).on('line', line => {
  const response = JSON.parse(line)
  const { resolve, reject } = waiting.get(response.id)
  waiting.delete(response.id)
  if (response.error) return reject(new Error(response.error))
  resolve({
    status: response.status,
    statusText: '',
    headers: new Headers(response.fields),
    text: async () => response.body
  })
})

globalThis.fetch = (url, init = {}) => new Promise((resolve, reject) => {
  const id = ++lastID
  waiting.set(id, { resolve, reject })
  init.signal?.addEventListener('abort', () => {
    waiting.delete(id)
    reject(Object.assign(new Error('timed out'), { name: 'AbortError' }))
  })
  driver.stdin.write(JSON.stringify({
    id,
    method: init.method ?? 'GET',
    url: String(url),
    fields: [...(init.headers ?? [])].map(([name, value]) => [name, String(value)]),
    body: init.body ?? null,
    cache: init.cache ?? null,
    followsRedirects: init.redirect !== 'manual'
  }) + '\n')
})

const tests = (await load('tests/index.mjs')).default
const { runTests, getResults } = await load('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await load('test-engine/lib/results.mjs')
// Tests that browsers skip because pages cannot observe the result apply here.
const applicable = tests.map(set => ({
  ...set,
  tests: set.tests.filter(test => !test.cdn_only).map(test => ({ ...test, browser_skip: false }))
}))
const selected = only === undefined
  ? applicable
  : applicable.map(set => ({ ...set, tests: set.tests.filter(test => test.id === only).map(test => ({ ...test, dump: true })) }))
await runTests(selected, true, base)
driver.stdin.end()
const names = Object.entries(resultTypes)
const verdict = (id, results) => names.find(([, type]) => type === determineTestResult(tests, id, results))[0]
const published = {}
if (only === undefined) {
  for (const { file, name, type } of (await load('results/index.mjs')).default) {
    if (type !== 'browser') continue
    const { readFileSync } = await import('node:fs')
    published[name] = JSON.parse(readFileSync(`${suite}/results/${file}`, 'utf8'))
  }
}
const results = getResults()
const rows = []
for (const set of selected) {
  for (const test of set.tests) {
    const clients = Object.fromEntries(Object.entries(published).map(([name, other]) => [name, verdict(test.id, other)]))
    rows.push({
      id: test.id,
      suite: set.name,
      name: test.name,
      kind: test.kind ?? 'required',
      verdict: verdict(test.id, results),
      message: Array.isArray(results[test.id]) ? results[test.id].join(': ') : null,
      clients
    })
  }
}
console.log(JSON.stringify(rows))
