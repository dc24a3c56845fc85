import fc from 'fast-check'
import { expect, it } from 'vitest'
import { choiceKinds, type PortableChoice } from '#core/questions/formats/choices.ts'
import { toVisibleLine } from '#core/text.ts'
import { createPortableQuestion, markCorrect } from '#test/exam-factories.ts'
import { toSource } from '../../../spreadsheets/source.ts'
import { writeCsv } from './csv.ts'
import { readQuestions } from './read-imported-questions.ts'
import { writeMoodleXml } from './write-questions.ts'
import { writeXlsx } from './xlsx.ts'

const signs = fc.constantFrom(
  ...['"', "'", ',', ';', '\t', '=', '+', '-', '@', '<', '>', '&', '`', '\\', '{', '}', ' ', '  '],
  ...['&amp;', '&nbsp;', ']]>', '<![CDATA[', '<br>', '</p>', '<pre>', '@@PLUGINFILE@@/a.png'],
  ...['_x0041_', 'é', '₹', '😀', 'क', '\u00a0', '//', '::', '|'],
)
const words = (more: fc.Arbitrary<string>) =>
  fc
    .array(fc.oneof(signs, fc.stringMatching(/^[ -~]{1,6}$/), more), {
      minLength: 1,
      maxLength: 10,
    })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '')
const singleLine = words(fc.constant('a')).map((text) => text.trim())
const picture = { type: 'image/png', base64: 'iVBORw0KGgoAAAANSUhEUg==' }

const pictures = fc.oneof(
  fc.constant(picture),
  singleLine
    .map((text) => ({ ...picture, description: toVisibleLine(text) }))
    .filter(({ description }) => description !== ''),
)

const questions = (hasPictures: boolean) =>
  fc.array(
    fc
      .record({
        kind: fc.constantFrom(...choiceKinds),
        text: words(fc.constant('\n')).map((text) => text.trim()),
        code: fc.option(words(fc.constantFrom('\n', '\n\n  '))),
        picture: hasPictures ? fc.option(pictures) : fc.constant(null),
        options: fc
          .uniqueArray(singleLine, { minLength: 2, maxLength: 8, selector: (text) => text.trim() })
          .chain((texts) =>
            fc.tuple(
              ...texts.map((text) =>
                fc.record({
                  text: fc.constant(text),
                  picture: hasPictures ? fc.option(pictures) : fc.constant(null),
                }),
              ),
            ),
          ),
        marked: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 }),
      })
      .map(({ marked, ...question }) => ({
        ...question,
        correct: markCorrect(question.kind, question.options.length, marked),
      })),
    { minLength: 1, maxLength: 3 },
  )

async function expectRoundTrip(
  bytes: ArrayBuffer,
  format: string,
  expected: readonly PortableChoice[],
) {
  const read = await readQuestions(toSource(bytes), null)
  expect(read.format).toBe(format)
  expect(read.errors).toEqual([])
  expect(read.entries.map(({ question }) => question)).toEqual(expected)
  expect(read.entries.flatMap(({ errors, losses }) => [...errors, ...losses])).toEqual([])
}
const toBytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

it('keeps everything in Moodle XML, pictures too', () =>
  fc.assert(
    fc.asyncProperty(questions(true), (expected) =>
      expectRoundTrip(toBytes(writeMoodleXml(expected)), 'moodle', expected),
    ),
  ))

it('keeps all but pictures in CSV', () =>
  fc.assert(
    fc.asyncProperty(questions(false), (expected) =>
      expectRoundTrip(toBytes(writeCsv(expected)), 'csv', expected),
    ),
  ))

it('keeps all but pictures in a workbook', () =>
  fc.assert(
    fc.asyncProperty(questions(false), async (expected) =>
      expectRoundTrip(await (await writeXlsx(expected)).arrayBuffer(), 'xlsx', expected),
    ),
    { numRuns: 40 },
  ))

it('writes no cell into CSV that a spreadsheet would run', () => {
  const options = ['=1+1', '+A1', '-2', '@SUM(A1)'].map((text) => ({ text, picture: null }))
  const csv = writeCsv([
    createPortableQuestion({ text: '=HYPERLINK("http://evil.example")', options }),
  ])
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(csv.slice(1)).not.toMatch(/(^|,|\n)"?[=+@-]/)
})
