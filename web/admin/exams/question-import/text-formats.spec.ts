import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isChangedByAiken, readAiken, writeAiken } from '#core/questions/formats/aiken.ts'
import { choiceKinds, type PortableChoice } from '#core/questions/formats/choices.ts'
import { readGift, writeGift } from '#core/questions/formats/gift.ts'
import { toCodeHtml, toHtml } from '#core/questions/formats/html-content.ts'
import type { ImportResult } from '#core/questions/formats/import-entry.ts'
import { readTable, writeTable } from '#core/questions/formats/question-table.ts'
import { markCorrect } from '#test/exam-factories.ts'
import { escapeFormula, unescapeFormula } from '../../../spreadsheets/csv.ts'
import { parseHtmlContent } from './page/parse-html-content.ts'

/** Text that an author may type, leaning to characters with a meaning in the formats. */
const specialText = fc.constantFrom(
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
const piece = fc.oneof(specialText, fc.stringMatching(/^[ -~]{1,6}$/))
const pieces = (separator: string) =>
  fc.array(fc.oneof(piece, fc.constant(separator)), { minLength: 1, maxLength: 12 })
const singleLine = pieces(' ')
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')
const multiLine = pieces('\n')
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')
const code = pieces('\n\n\t')
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '')

function questionArbitrary(
  text: fc.Arbitrary<string>,
  snippet: fc.Arbitrary<string | null>,
  kinds: readonly PortableChoice['kind'][] = choiceKinds,
) {
  const written = fc.record({
    kind: fc.constantFrom(...kinds),
    text,
    code: snippet,
    picture: fc.constant(null),
    options: fc
      .uniqueArray(singleLine, { minLength: 2, maxLength: 8 })
      .map((texts) => texts.map((option) => ({ text: option, picture: null }))),
    marked: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 }),
  })
  return written.map(({ marked, ...question }) => ({
    ...question,
    correct: markCorrect(question.kind, question.options.length, marked),
  }))
}
const anyQuestions = fc.array(questionArbitrary(multiLine, fc.option(code)), {
  minLength: 1,
  maxLength: 4,
})

function expectRoundTrip(read: ImportResult, questions: readonly PortableChoice[]) {
  expect(read.errors).toEqual([])
  expect(read.entries.map(({ question }) => question)).toEqual(questions)
  expect(read.entries.flatMap(({ errors, losses }) => [...errors, ...losses])).toEqual([])
}

it('keeps every word, code and key in GIFT', () => {
  fc.assert(
    fc.property(anyQuestions, (questions) =>
      expectRoundTrip(readGift(writeGift(questions), parseHtmlContent), questions),
    ),
  )
})

it('splits HTML in GIFT into words and code', () => {
  const gift =
    '[html]<p>What does <code>f</code> give?</p><pre>let a \\= 1\n  a\\:b</pre>{=[plain]<b> ~2 ~3 ~4}'
  const { entries } = readGift(gift, parseHtmlContent)
  expect(entries.map(({ question }) => question)).toMatchObject([
    {
      text: 'What does `f` give?',
      code: 'let a = 1\n  a:b',
      options: [{ text: '<b>' }, { text: '2' }, { text: '3' }, { text: '4' }],
    },
  ])
})

it('reads a GIFT question with paired tags or character entities as HTML, as Moodle does', () => {
  const gift = 'Which is <b>not</b> so, R&amp;D? {=a &lt; b ~<i>c</i>}'
  const { entries } = readGift(gift, parseHtmlContent)
  expect(entries[0]?.losses).toEqual(['bold or marked words'])
  expect(entries[0]?.question).toMatchObject({
    text: 'Which is not so, R&D?',
    options: [{ text: 'a < b' }, { text: 'c' }],
  })
})

it.each([
  'What makes text bold? {=<b>text</b> ~<i>text</i>}',
  'What does `<b>text</b>` do? {=a ~b}',
  'Which is empty? {=<b></b> ~<i>text</i>}',
  'What does the tag in <p class\\="a">text</p> do? {=a ~b}',
])('does not read a question about tags as HTML: %s', (gift) => {
  const { entries } = readGift(gift, parseHtmlContent)
  expect(entries[0]?.losses).toEqual([])
  expect(gift).toContain(entries[0]?.question?.options[0]?.text)
})

it('reads tags with attributes as HTML, too', () => {
  const gift =
    '<p dir\\="ltr">Which is <span style\\="color\\: red">not</span> so?</p><pre>a \\= 1\\n  b</pre>why? {=a ~b}'
  const { entries } = readGift(gift, parseHtmlContent)
  expect(entries[0]).toMatchObject({
    losses: ['bold or marked words'],
    question: { text: 'Which is not so?\n`a = 1`\n`  b`\nwhy?' },
  })
})

it('marks a question as not ready if GIFT lacks its picture', () => {
  const gift = '[html]Which one? <img src\\="@@PLUGINFILE@@/a.png"> {=a ~b}'
  expect(readGift(gift, parseHtmlContent).entries[0]).toMatchObject({
    errors: ['A picture is not kept: add it if the question needs it'],
    losses: ['pictures'],
  })
})

it('keeps single-line words and the key in Aiken', () => {
  const plain = singleLine.filter((text) => !isChangedByAiken(text))
  const questions = fc.array(questionArbitrary(plain, fc.constant(null), ['single-choice']), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(questions, (written) => expectRoundTrip(readAiken(writeAiken(written)), written)),
  )
})

it('keeps every word, code and key in a table', () => {
  fc.assert(
    fc.property(anyQuestions, (questions) => {
      const rows = writeTable(questions).map((cells, index) => ({ line: index + 1, cells }))
      expectRoundTrip(readTable(rows), questions)
    }),
  )
})

it('keeps text and code in HTML', () => {
  fc.assert(
    fc.property(multiLine, code, (text, snippet) => {
      expect(parseHtmlContent(`<p>${toHtml(text)}</p>${toCodeHtml(snippet)}`)).toEqual({
        text,
        code: snippet,
        pictures: [],
      })
    }),
  )
})

it('does not read backticks on two lines as code', () => {
  expect(toHtml('`\n`')).toBe('`<br>`')
})

it('escapes every formula of a cell, and unescapes it to the same text', () => {
  fc.assert(
    fc.property(fc.oneof(multiLine, fc.string()), (cell) => {
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell)
      expect(escapeFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
