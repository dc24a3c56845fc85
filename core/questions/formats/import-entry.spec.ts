import { describe, expect, it } from 'vitest'
import { createPortableQuestion } from '#test/exam-factories.ts'
import { createEntry, createSkippedEntry } from './import-entry.ts'
import { toSingleLine, toUnixLines } from './portable-question.ts'

const toOptions = (...texts: string[]) => texts.map((text) => ({ text, picture: null }))
const read = (overrides: Parameters<typeof createPortableQuestion>[0], losses?: string[]) =>
  createEntry({ line: 7, question: createPortableQuestion(overrides), ...(losses && { losses }) })

it('an entry has the question in the form that it has here', () => {
  const options = toOptions(' one\r\n two ', 'three')
  expect(read({ text: ' Which?\r\nOne.\r', code: 'a\r\n', options }, ['tags', 'tags'])).toEqual({
    line: 7,
    question: createPortableQuestion({
      text: 'Which?\nOne.',
      code: 'a\n',
      options: toOptions('one two', 'three'),
    }),
    excerpt: 'Which?\nOne.',
    errors: [],
    losses: ['tags', 'line breaks in options'],
  })
})

it.each([
  { code: null, kept: null },
  { code: ' \r\n ', kept: null },
  { code: '  a', kept: '  a' },
])('code of $code is $kept', ({ code, kept }) => {
  expect(read({ code }).question?.code).toBe(kept)
})

it('an option at the end of a line has no line break to lose', () => {
  expect(read({ options: toOptions('one\n', 'two') }).losses).toEqual([])
})

describe('a text has a length', () => {
  const text = (length: number) => 'x'.repeat(length)
  const options = (length: number) => toOptions('one', text(length))
  it.each([
    { title: 'a question of 5,000', overrides: { text: text(5000) }, errors: [] },
    {
      title: 'a question of 5,001',
      overrides: { text: text(5001) },
      errors: ['Shorten the question to 5000 characters or fewer'],
    },
    { title: 'an option of 1,000', overrides: { options: options(1000) }, errors: [] },
    {
      title: 'an option of 1,001',
      overrides: { options: options(1001) },
      errors: ['Shorten the options to 1000 characters or fewer'],
    },
    { title: 'code of 20,000', overrides: { code: text(20_000) }, errors: [] },
    {
      title: 'code of 20,001',
      overrides: { code: text(20_001) },
      errors: ['Shorten the code to 20000 characters or fewer'],
    },
  ])('that is not passed: $title', ({ overrides, errors }) => {
    expect(read(overrides).errors).toEqual(errors)
  })
})

it.each([
  { overrides: { correct: [] }, errors: ['Mark the correct answer'] },
  { overrides: { kind: 'multiple-choice', correct: [] }, errors: ['Mark the correct options'] },
  { overrides: { options: toOptions('one'), correct: [0] }, errors: ['Enter option B'] },
  { overrides: { options: toOptions('one', ''), correct: [1] }, errors: ['Enter option B'] },
  { overrides: { text: ' ' }, errors: ['Enter the question'] },
] as const)('a question reports each error once: $errors', ({ overrides, errors }) => {
  expect(read(overrides).errors).toEqual(errors)
})

it('an error of the key that the format has found is reported alone', () => {
  const question = createPortableQuestion({ correct: [] })
  expect(createEntry({ line: 1, question, errors: ['No key'] }).errors).toEqual(['No key'])
})

it('what is left out says why', () => {
  expect(createSkippedEntry(3, ' Which? ', 'It is no question.')).toEqual({
    line: 3,
    question: null,
    excerpt: 'Which?',
    errors: ['Left out. It is no question.'],
    losses: [],
  })
})

it('lines are those of Unix, or one', () => {
  expect(toUnixLines('a\r\nb\rc\n\nd')).toBe('a\nb\nc\n\nd')
  expect(toSingleLine(' a \r\n\n  b\rc ')).toBe('a b c')
  expect(toSingleLine('a\n \nb')).toBe('a b')
})
