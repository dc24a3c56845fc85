import { expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { createCanaries, findTracesIn } from './canaries.ts'
import { runErasure } from './run-erasure.ts'

it('erased, refused or aborted data leaves no trace in any file or in a new backup', async () => {
  const people = pickByRunLength(25, 1)
  const { before, kills, traces } = await runErasure({ people, random: createSeededRandom(1) })
  expect(before).toBeGreaterThan(10 * people)
  expect(kills).toBe(2 * people)
  expect(traces).toEqual([])
}, 600_000)

it.each([
  { form: 'text', encode: (word: string) => Buffer.from(`x${word}y`) },
  { form: 'a broken line', encode: (word: string) => foldLine(word, '=\r\n') },
  { form: 'base64', encode: (word: string) => encodeBase64(word) },
  { form: 'base64, shifted by one', encode: (word: string) => encodeBase64(`a${word}`) },
  { form: 'base64, shifted by two', encode: (word: string) => encodeBase64(`ab${word}`) },
  {
    form: 'folded base64',
    encode: (word: string) => foldLine(encodeBase64(word).toString(), '\r\n'),
  },
  { form: 'UTF-16', encode: (word: string) => Buffer.from(word, 'utf16le') },
])('the search finds a word as $form', ({ encode }) => {
  const canaries = createCanaries(['name'])
  const bytes = Buffer.concat([
    Buffer.from('before '),
    encode(canaries.name),
    Buffer.from(' after'),
  ])
  expect(findTracesIn(bytes, canaries).length).toBeGreaterThan(0)
  expect(findTracesIn(bytes, createCanaries(['name']))).toEqual([])
})

function encodeBase64(text: string): Buffer {
  return Buffer.from(Buffer.from(`${text} and more`).toString('base64'))
}

function foldLine(text: string, separator: string): Buffer {
  return Buffer.from(text.slice(0, 7) + separator + text.slice(7))
}
