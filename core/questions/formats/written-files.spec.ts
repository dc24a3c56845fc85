import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPortableQuestion, markCorrect } from '#test/exam-factories.ts'
import { isChangedByAiken, readAiken, writeAiken } from './aiken.ts'
import { choiceKinds, type PortableChoice } from './choices.ts'
import { readGift, writeGift } from './gift.ts'
import type { ParseHtml } from './html-content.ts'
import type { ImportResult } from './import-entry.ts'
import { formatsOf } from './kind-formats.ts'
import { readTable, writeTable } from './question-table.ts'

const toOptions = (...texts: string[]) => texts.map((text) => ({ text, picture: null }))
const single = createPortableQuestion({
  text: 'What is {a: 1}?\nSay = or ~.',
  options: toOptions('50% of\nit', 'C:\\temp', '#3'),
  correct: [2],
})
const several = createPortableQuestion({
  kind: 'multiple-choice',
  text: 'Which?',
  code: 'a < b &&\n  c',
  options: toOptions('one', 'two', 'three', 'four', 'five'),
  correct: [0, 2, 4],
})

/** Reads the pages that are written here, and no others. */
const parsePage: ParseHtml = (html) => {
  const [, text = '', code = ''] =
    /^<p>(.*)<\/p><pre><code>(.*)<\/code><\/pre>$/s.exec(html) ?? expect.unreachable(html)
  const readHtml = (part: string) =>
    part
      .replaceAll('<br>', '\n')
      .replace(/<\/?code>/g, '`')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&#9;', '\t')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  return { text: readHtml(text), code: readHtml(code), pictures: [] }
}

describe('a written file', () => {
  it('of GIFT has a title, a format and a sign for each option', () => {
    expect(
      writeGift([single, several]),
    ).toBe(`::Question 1::[plain]What is \\{a\\: 1\\}?\\nSay \\= or \\~. {
\t~[plain]50% of it
\t~[plain]C\\:\\\\temp
\t=[plain]\\#3
}

::Question 2::[html]<p>Which?</p><pre><code>a &lt; b &amp;&amp;\\n  c</code></pre> {
\t~%33.33333%[plain]one
\t~%-100%[plain]two
\t~%33.33333%[plain]three
\t~%-100%[plain]four
\t~%33.33333%[plain]five
}
`)
  })

  it('of Aiken has a letter for each option', () => {
    expect(writeAiken([single, createPortableQuestion()])).toBe(`What is {a: 1}? Say = or ~.
A. 50% of it
B. C:\\temp
C. #3
ANSWER: C

Which hook keeps a value between renders?
A. useState
B. useRef
C. useMemo
D. useId
ANSWER: B
`)
  })

  it('of a table has a column for each option, and names kinds where they differ', () => {
    expect(writeTable([single])).toEqual([
      ['Question', 'Code', 'Option A', 'Option B', 'Option C', 'Option D', 'Correct'],
      [single.text, '', '50% of\nit', 'C:\\temp', '#3', '', 'C'],
    ])
    expect(writeTable([single, several])).toEqual([
      [
        ...['Question', 'Code', ...'ABCDE'].map((word) =>
          word.length === 1 ? `Option ${word}` : word,
        ),
        'Correct',
        'Kind',
      ],
      [single.text, '', '50% of\nit', 'C:\\temp', '#3', '', '', 'C', 'single choice'],
      ['Which?', several.code, 'one', 'two', 'three', 'four', 'five', 'A,C,E', 'multiple choice'],
    ])
  })

  it('of Moodle says how many may be chosen, and the share of each option', () => {
    const tags = { shuffleanswers: 'false', answernumbering: 'ABCD' }
    expect(formatsOf(single).moodle.write(single)).toEqual({
      type: 'multichoice',
      tags: { ...tags, single: 'true' },
      answers: single.options.map((option, at) => ({ ...option, share: at === 2 ? 100 : 0 })),
    })
    expect(formatsOf(several).moodle.write(several)).toEqual({
      type: 'multichoice',
      tags: { ...tags, single: 'false' },
      answers: several.options.map((option, at) => ({
        ...option,
        share: at % 2 === 0 ? 33.33333 : -100,
      })),
    })
  })
})

describe('a question of Moodle', () => {
  const answers = [100, 0].map((share) => ({
    text: `${share}`,
    picture: null,
    share,
    readTag: () => '',
  }))
  const read = (kind: PortableChoice['kind'], type: string, isSingle: string) =>
    formatsOf({ kind }).moodle.read({
      type,
      answers,
      readTag: (name) => (name === 'single' ? isSingle : 'true'),
    })

  it.each([
    { type: 'multichoice', isSingle: 'true', kind: 'single-choice' },
    { type: 'multichoice', isSingle: '1', kind: 'single-choice' },
    { type: 'multichoice', isSingle: '', kind: 'single-choice' },
    { type: 'multichoice', isSingle: '10', kind: 'single-choice' },
    { type: 'multichoice', isSingle: '01', kind: 'single-choice' },
    { type: 'multichoice', isSingle: 'false', kind: 'multiple-choice' },
    { type: 'multichoice', isSingle: '0', kind: 'multiple-choice' },
    { type: 'truefalse', isSingle: 'true', kind: null },
    { type: 'matching', isSingle: 'false', kind: null },
  ] as const)('of the type $type, single "$isSingle", is $kind', ({ type, isSingle, kind }) => {
    expect(choiceKinds.filter((one) => read(one, type, isSingle))).toEqual(kind ? [kind] : [])
  })

  it('keeps options and key', () => {
    const options = toOptions('100', '0')
    expect(read('single-choice', 'multichoice', 'true')).toEqual({
      options,
      correct: [0],
      errors: [],
      losses: [],
    })
    expect(read('multiple-choice', 'multichoice', 'false')).toEqual({
      options,
      correct: [0],
      losses: ['part marks'],
    })
  })
})

/** Text that leans to signs with a meaning in one of the formats. */
const sign = fc.constantFrom(
  ...['\\', '~', '=', '#', '{', '}', ':', '`', '<', '>', '&', '"', ',', ';', '%', '[', ']', '-'],
  ...['->', '//', '::', '&amp;', '<br>', '####', '\\n', '[html]', '%50%', 'A.', 'ANSWER: B'],
  ...['$CATEGORY:', ' ', '  ', 'é', '₹', '😀', 'क', 'word'],
)
const anyText = (separator: string) =>
  fc
    .array(fc.oneof(sign, fc.constant(separator)), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '')
const optionTexts = fc.uniqueArray(anyText(' '), { minLength: 2, maxLength: 8 })
const code = anyText('\n\t').filter((text) => !/[`]|<\/?code>|<br>|&/.test(text))

function anyQuestions(text: fc.Arbitrary<string>, snippet: fc.Arbitrary<string | null>) {
  const parts = fc.record({
    kind: fc.constantFrom(...choiceKinds),
    text,
    code: snippet,
    texts: optionTexts,
    marked: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 }),
  })
  const question = parts.map(({ texts, marked, ...words }): PortableChoice => {
    const correct = markCorrect(words.kind, texts.length, marked)
    return { ...words, picture: null, options: toOptions(...texts), correct }
  })
  return fc.array(question, { minLength: 1, maxLength: 3 })
}

function expectSame({ entries, errors }: ImportResult, questions: readonly PortableChoice[]) {
  expect(entries.map(({ question }) => question)).toEqual(questions)
  expect([...errors, ...entries.flatMap((one) => [...one.errors, ...one.losses])]).toEqual([])
}

describe('every word, code and key comes back from', () => {
  it('GIFT', () => {
    const words = anyText('\n').filter((text) => !/[`]|<br>|&/.test(text))
    fc.assert(
      fc.property(anyQuestions(words, fc.option(code)), (questions) =>
        expectSame(readGift(writeGift(questions), parsePage), questions),
      ),
    )
  })

  it('a table', () => {
    fc.assert(
      fc.property(anyQuestions(anyText('\n'), fc.option(code)), (questions) => {
        const rows = writeTable(questions).map((cells, at) => ({ line: at + 1, cells }))
        expectSame(readTable(rows), questions)
      }),
    )
  })

  it('Aiken, where it can hold them', () => {
    const words = anyText(' ').filter((text) => !isChangedByAiken(text))
    const papers = anyQuestions(words, fc.constant(null)).map((all) =>
      all.filter(({ kind }) => kind === 'single-choice'),
    )
    fc.assert(
      fc.property(papers, (questions) => expectSame(readAiken(writeAiken(questions)), questions)),
    )
  })

  it('Moodle', () => {
    fc.assert(
      fc.property(anyQuestions(anyText('\n'), fc.constant(null)), (questions) => {
        for (const question of questions) {
          const { type, tags, answers } = formatsOf(question).moodle.write(question)
          const found = {
            type,
            answers: answers.map((answer) => ({ ...answer, readTag: () => '' })),
            readTag: (name: string) => tags[name] ?? '',
          }
          const { options, correct } = question
          expect(formatsOf(question).moodle.read(found)).toMatchObject({
            options,
            correct,
            losses: [],
          })
        }
      }),
    )
  })
})
