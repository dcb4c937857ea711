// Runs the HTTP cache tests with their own client, whose `fetch` is replaced by the program of Sluice.
//
// usage: node suite.mjs SUITE BASE_URL ID DRIVER [ARGUMENT]    (an empty ID is all tests)
import { spawn } from 'node:child_process'
import { register } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [suite, base, only, program, ...options] = process.argv.slice(2)
const load = path => import(pathToFileURL(`${suite}/${path}`))

const driver = spawn(program, options, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
let lastID = 0

createInterface({ input: driver.stdout }).on('line', line => {
  const response = JSON.parse(line)
  const { resolve, reject, intercept } = waiting.get(response.id)
  waiting.delete(response.id)
  if (response.error) return reject(new Error(response.error))
  intercept?.((_, handler) => {
    for (const interim of response.interims) {
      handler.onResponseStart(null, interim.status, Object.fromEntries(interim.fields))
    }
  })({}, {})
  resolve({
    status: response.status,
    statusText: '',
    headers: new Headers(response.fields),
    text: async () => response.body
  })
})

// The client imports undici, which need not be installed, only to observe interim responses.
const agent = 'export class Agent { compose(intercept) { return { intercept } } }'
register(`data:text/javascript,${encodeURIComponent(`
  export const resolve = (name, context, next) => name === 'undici'
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(agent)}`)}, shortCircuit: true }
    : next(name, context)`)}`)

globalThis.fetch = (url, init = {}) => new Promise((resolve, reject) => {
  const id = ++lastID
  waiting.set(id, { resolve, reject, intercept: init.dispatcher?.intercept })
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
// The client leaves out tests that browsers or other caches do not pass by design. suite.py says which do not apply here.
const selected = tests.map(set => ({
  ...set,
  tests: set.tests.filter(test => only === '' || test.id === only)
    .map(test => ({ ...test, browser_skip: false, cdn_only: false, dump: only !== '' }))
}))
await runTests(selected, true, base)
driver.stdin.end()
const names = Object.entries(resultTypes)
const verdict = (id, results) => names.find(([, type]) => type === determineTestResult(tests, id, results))[0]
const published = {}
if (only === '') {
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
