import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveItem } from '#core/questions/question-order.ts'
import {
  addOption,
  describeMove,
  keepFirstMark,
  markOnly,
  patchOption,
  removeOption,
  toggleMark,
} from './option-edits.ts'
import { createOption, type OptionDraft } from './question-draft.ts'

const createOptions = (texts: string, marked = '') =>
  [...texts].map((text) => createOption({ text, isCorrect: marked.includes(text) }))
const toTexts = (options: readonly OptionDraft[]) => options.map(({ text }) => text).join('')
const toMarked = (options: readonly OptionDraft[]) =>
  toTexts(options.filter(({ isCorrect }) => isCorrect))
const keyOf = (options: readonly OptionDraft[], text: string) =>
  options.find((option) => option.text === text)?.key ?? ''

it('adds options up to eight and removes them down to two', () => {
  let options: readonly OptionDraft[] = createOptions('abcd')
  for (let round = 0; round < 6; round += 1) options = addOption(options)
  expect(options).toHaveLength(8)
  for (const { key } of options) options = removeOption(options, key)
  expect(options).toHaveLength(2)
})

it.each([
  { text: 'b', to: 2, after: 'acbd' },
  { text: 'd', to: 0, after: 'dabc' },
  { text: 'a', to: -1, after: 'abcd' },
  { text: 'c', to: 9, after: 'abdc' },
])('moves $text to $to: $after', ({ text, to, after }) => {
  const options = createOptions('abcd', 'ac')
  const moved = moveItem(options, keyOf(options, text), to)
  expect(toTexts(moved)).toBe(after)
  expect([...toMarked(moved)].sort().join('')).toBe('ac')
})

it('neither loses nor duplicates an option in any series of moves', () => {
  const moves = fc.array(fc.record({ from: fc.nat({ max: 4 }), to: fc.integer() }))
  fc.assert(
    fc.property(moves, (steps) => {
      const start = createOptions('abcde', 'bd')
      const end = steps.reduce<readonly OptionDraft[]>(
        (options, { from, to }) => moveItem(options, options[from]?.key ?? '', to),
        start,
      )
      expect(new Set(end)).toEqual(new Set(start))
    }),
  )
})

it('marks one option alone, or one more', () => {
  const options = createOptions('abcd', 'b')
  expect(toMarked(markOnly(options, keyOf(options, 'c')))).toBe('c')
  const both = toggleMark(options, keyOf(options, 'c'))
  expect(toMarked(both)).toBe('bc')
  expect(toMarked(toggleMark(both, keyOf(both, 'b')))).toBe('c')
})

it('keeps only the first of several marks', () => {
  expect(toMarked(keepFirstMark(createOptions('abcd', 'bcd')))).toBe('b')
  expect(toMarked(keepFirstMark(createOptions('abcd')))).toBe('')
})

it('changes the given option, wherever it has moved', () => {
  const options = createOptions('abcd')
  const key = keyOf(options, 'b')
  expect(toTexts(patchOption(moveItem(options, key, 3), key, { text: 'x' }))).toBe('acdx')
})

it('describes the new position of an option', () => {
  expect(describeMove(1, 2)).toBe('Option B, now third')
  expect(describeMove(7, 0)).toBe('Option H, now first')
})
