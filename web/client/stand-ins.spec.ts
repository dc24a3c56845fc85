import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { type Context, createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** A world of its own, whose built-ins lack what the stand-ins add. */
const oldBrowser = createContext({
  URL: Object.assign(class extends URL {}, { parse: undefined }),
  AbortSignal: {},
  AbortController,
  DOMException,
  setTimeout,
})
const today = createContext({ URL })
runInContext(
  `for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name]
  delete String.prototype.toWellFormed
  delete Map.groupBy`,
  oldBrowser,
)
const source = readFileSync(new URL('./stand-ins.ts', import.meta.url), 'utf8')
runInContext(stripTypeScriptTypes(source), oldBrowser)

/** Both answers as JSON: the values of another world have other prototypes. */
function call(expression: string, values: object) {
  const text = `{ const { ${Object.keys(values)} } = JSON.parse(input); JSON.stringify(${expression}) }`
  const input = JSON.stringify(values)
  const run = (world: Context) => runInContext(text, Object.assign(world, { input }))
  return { ours: run(oldBrowser), native: run(today) }
}

const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 8 })

describe('the polyfill of', () => {
  it.each([
    'list.toSorted()',
    'list.toSorted((a, b) => b - a)',
    'list.toReversed()',
    'list.toSpliced(at)',
    'list.toSpliced(at, count)',
    'list.toSpliced(at, count, 7, 8)',
    '[list.toSorted(), list.toReversed(), list.toSpliced(at, 1), list]',
    '[...Map.groupBy(list, (one) => one % 3)]',
    '[...Map.groupBy(list, (one, index) => index % 2)]',
  ])('%s returns the same, and does not change the list', (expression) => {
    const lists = { list: numbers, at: fc.integer({ min: -9, max: 9 }), count: fc.nat(5) }
    fc.assert(
      fc.property(fc.record(lists), (values) => {
        const { ours, native } = call(expression, values)
        expect(ours).toBe(native)
      }),
    )
  })

  it('list.with() returns the same, and rejects the same indexes', () => {
    const at = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(numbers, at, (list, index) => {
        const expression =
          '(() => { try { return list.with(at, 7) } catch (error) { return error.name } })()'
        const { ours, native } = call(expression, { list, at: index })
        expect(ours).toBe(native)
      }),
    )
  })

  it('text.toWellFormed() returns the same, also for lone surrogates', () => {
    const part = fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00')
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { ours, native } = call('text.toWellFormed()', { text: parts.join('') })
        expect(ours).toBe(native)
      }),
    )
  })

  it.each(['/a?b', '//host/a', 'http://[', ''])('URL.parse(%j) returns the same', (url) => {
    const { ours, native } = call("URL.parse(url, 'http://a.example')", { url })
    expect(ours).toBe(native)
  })

  it('AbortSignal.timeout() aborts with the same reason', async () => {
    const signal: AbortSignal = runInContext('AbortSignal.timeout(1)', oldBrowser)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })
})
