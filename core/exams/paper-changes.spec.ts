import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createQuestion } from '#test/exam-factories.ts'
import type { Question } from '../questions/question.ts'
import type { Paper } from './exam.ts'
import { listQuestionChanges } from './paper-changes.ts'

const createPaper = (...questions: Question[]): Paper => ({
  title: 'HTML',
  durationMinutes: 30,
  questions,
})
const [a, b, c] = [createQuestion('a'), createQuestion('b'), createQuestion('c')]

it.each<[string, Paper, object[]]>([
  ['nothing', createPaper(a, b), []],
  [
    'a text',
    createPaper(a, createQuestion('b', { text: 'Mended' })),
    [{ part: '2.question', from: 'What is b?', to: 'Mended' }],
  ],
  [
    'a key',
    createPaper(createQuestion('a', { correct: 2 }), b),
    [{ part: '1.key', from: 'A', to: 'C' }],
  ],
  [
    'an option that is gone',
    createPaper(createQuestion('a', { options: a.options.slice(0, 3) }), b),
    [{ part: '1.option-D', from: 'four', to: null }],
  ],
  [
    'a picture and code',
    createPaper(createQuestion('a', { imageId: 'i1', codeSnippet: '<p>' }), b),
    [
      { part: '1.code', from: null, to: '<p>' },
      { part: '1.picture', from: null, to: 'i1' },
    ],
  ],
  [
    'words for a picture',
    createPaper(createQuestion('a', { imageId: null, imageDescription: 'A tree' }), b),
    [{ part: '1.description', from: null, to: 'A tree' }],
  ],
  [
    'one added and one removed',
    createPaper(c, b),
    [
      { part: '1.question', from: null, to: 'What is c?' },
      { part: '1.question', from: 'What is a?', to: null },
    ],
  ],
  ['the order', createPaper(b, a), [{ part: 'order', from: '1 2', to: '2 1' }]],
])('the list of changes names %s', (_title, after, changes) => {
  expect(listQuestionChanges(createPaper(a, b), after)).toEqual(changes)
})

it('the list of changes is empty exactly when the questions are the same', () => {
  const question = fc
    .record({
      id: fc.constantFrom('a', 'b', 'c'),
      text: fc.constantFrom('x', 'y'),
      correct: fc.nat(2),
      codeSnippet: fc.constantFrom(null, 'code'),
    })
    .map(({ id, ...overrides }) => createQuestion(id, overrides))
  const paper = fc
    .uniqueArray(question, { selector: ({ id }) => id })
    .map((questions) => createPaper(...questions))
  fc.assert(
    fc.property(paper, paper, (before, after) => {
      const isSame = JSON.stringify(before.questions) === JSON.stringify(after.questions)
      expect(listQuestionChanges(before, after).length === 0).toBe(isSame)
    }),
  )
})

it('shortens long texts', () => {
  const long = createPaper(createQuestion('a', { text: 'x'.repeat(5000) }))
  expect(listQuestionChanges(createPaper(a), long)[0]?.to).toHaveLength(201)
})

it('lists the pictures of options and their words', () => {
  const options = a.options.map((option, at) =>
    at === 2 ? { ...option, imageId: 'i3', imageDescription: 'A tree' } : option,
  )
  expect(listQuestionChanges(createPaper(a), createPaper({ ...a, options }))).toEqual([
    { part: '1.picture-C', from: null, to: 'i3' },
    { part: '1.description-C', from: null, to: 'A tree' },
  ])
})

it.each([
  { length: 200, shown: 'x'.repeat(200) },
  { length: 201, shown: `${'x'.repeat(200)}…` },
])('shows $length characters as $shown.length', ({ length, shown }) => {
  const longer = createPaper({ ...a, text: 'x'.repeat(length) })
  expect(listQuestionChanges(createPaper(a), longer)).toEqual([
    { part: '1.question', from: a.text, to: shown },
  ])
})
