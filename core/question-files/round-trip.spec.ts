import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBentByAiken, readAiken, writeAiken } from './aiken.ts'
import { formulaSafe, fromFormulaSafe } from './formula-safe.ts'
import { readGift } from './gift-reader.ts'
import { writeGift } from './gift-writer.ts'
import { contentOfHtml, htmlOf, htmlOfCode } from './html-text.ts'
import type { PortableQuestion, ReadQuestions } from './portable-question.ts'
import { readTable, tableOf } from './question-table.ts'

/** What an author may type, with a leaning to what the formats give a meaning. */
const signs = fc.constantFrom(
  ...['\\', '~', '=', '#', '{', '}', ':', '`', '<', '>', '&', '"', "'", ',', ';', '%', '[', ']'],
  ...[
    '->',
    '//',
    '::',
    '&amp;',
    '<br>',
    '<pre>',
    '####',
    '\\n',
    '[html]',
    '%50%',
    'A.',
    'ANSWER: B',
  ],
  ...['$CATEGORY:', '  ', '@', '+', '-', '|', 'é', '₹', '😀', 'क', '\u00a0'],
)
const piece = fc.oneof(signs, fc.stringMatching(/^[ -~]{1,6}$/))
const pieces = (separator: string) =>
  fc.array(fc.oneof(piece, fc.constant(separator)), { minLength: 1, maxLength: 12 })
const aLine = pieces(' ')
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')
const someLines = pieces('\n')
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')
const code = pieces('\n\n\t')
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '')

function aQuestion(text: fc.Arbitrary<string>, snippet: fc.Arbitrary<string | null>) {
  return fc.record({
    text,
    code: snippet,
    picture: fc.constant(null),
    options: fc
      .uniqueArray(aLine, { minLength: 4, maxLength: 4 })
      .map((texts) => texts.map((option) => ({ text: option, picture: null }))),
    correct: fc.integer({ min: 0, max: 3 }),
  })
}
const anyQuestions = fc.array(aQuestion(someLines, fc.option(code)), { minLength: 1, maxLength: 4 })

function comesBack(read: ReadQuestions, questions: readonly PortableQuestion[]) {
  expect(read.faults).toEqual([])
  expect(read.entries.map(({ question }) => question)).toEqual(questions)
  expect(read.entries.flatMap(({ faults, dropped }) => [...faults, ...dropped])).toEqual([])
}

it('keeps every word, code and key in GIFT', () => {
  fc.assert(
    fc.property(anyQuestions, (questions) => comesBack(readGift(writeGift(questions)), questions)),
  )
})

it('keeps words and key in Aiken, where they stand in a line', () => {
  const plain = aLine.filter((text) => !isBentByAiken(text))
  const questions = fc.array(aQuestion(plain, fc.constant(null)), { minLength: 1, maxLength: 4 })
  fc.assert(fc.property(questions, (given) => comesBack(readAiken(writeAiken(given)), given)))
})

it('keeps every word, code and key in a table', () => {
  fc.assert(
    fc.property(anyQuestions, (questions) => {
      const rows = tableOf(questions).map((cells, index) => ({ line: index + 1, cells }))
      comesBack(readTable(rows), questions)
    }),
  )
})

it('keeps text and code in a page', () => {
  fc.assert(
    fc.property(someLines, code, (text, snippet) => {
      expect(contentOfHtml(`<p>${htmlOf(text)}</p>${htmlOfCode(snippet)}`)).toEqual({
        text,
        code: snippet,
        pictures: [],
      })
    }),
  )
})

it('takes the guard against formulas off again, and leaves no formula without one', () => {
  fc.assert(
    fc.property(fc.oneof(someLines, fc.string()), (cell) => {
      expect(fromFormulaSafe(formulaSafe(cell))).toBe(cell)
      expect(formulaSafe(cell)).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
