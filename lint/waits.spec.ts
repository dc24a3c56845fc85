import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

/** A second, which is what Vitest waits otherwise, passes without a turn on a busy machine. */
it('vi.waitFor says for how long it waits; expect.poll has one limit for all', () => {
  const specs = listSourceFiles().filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith('lint/'),
  )
  const calls = specs.flatMap((path) => listWaits(path, readFileSync(path, 'utf8')))
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter(({ code }) => !hasLimit(code)).map(({ at }) => at)).toEqual([])
})

it('a wait without a limit is found, and one with a limit passes', () => {
  const code = 'vi.waitFor(() => expect(list(1)).toBe(2)); vi.waitFor(() => look(), 5_000)'
  const [without, within] = listWaits('some.spec.ts', code)
  expect(without && hasLimit(without.code)).toBe(false)
  expect(within && hasLimit(within.code)).toBe(true)
})

const hasLimit = (call: string) => /timeout:|, \d+_000,?\s*\)$/.test(call)

function listWaits(path: string, code: string) {
  return [...code.matchAll(/vi\.waitFor\(/g)].map(({ index }) => {
    const line = code.slice(0, index).split('\n').length
    return { at: `${path}:${line}`, code: readCall(code, index) }
  })
}

/** The call that begins there, up to the parenthesis that ends it. */
function readCall(code: string, from: number): string {
  let open = 0
  for (let end = from; end < code.length; end++) {
    if (code[end] === '(') open += 1
    if (code[end] === ')') open -= 1
    if (code[end] === ')' && open === 0) return code.slice(from, end + 1)
  }
  return code.slice(from)
}
