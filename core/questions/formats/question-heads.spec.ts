import { describe, expect, it } from 'vitest'
import {
  findHeaderRow,
  findLikelyHeaderRow,
  isNumberingHead,
  parseHeads,
} from './question-heads.ts'

it.each([
  ...['Question', 'Questions', 'Ques', 'MCQ', 'mcq text', 'Question Title', 'Stem', 'Frage'].map(
    (head) => ({ head, role: 'question' }),
  ),
  ...['Code', 'Code Snippet', 'snippet'].map((head) => ({ head, role: 'code' })),
  ...['Kind', 'question kind'].map((head) => ({ head, role: 'kind' })),
  ...['Correct', 'Right answer', 'ANS', 'Answer Key', 'correct_letter', 'Solution', 'Keys'].map(
    (head) => ({ head, role: 'correct' }),
  ),
  ...[
    'S.No',
    'Sr. No.',
    '#',
    'Topic',
    'Sub-topic',
    'Difficulty',
    'Explanation',
    'Marks',
    'Hint',
  ].map((head) => ({ head, role: 'left-out' })),
  { head: 'A', role: 0 },
  { head: '(b)', role: 1 },
  { head: 'Option 1', role: 0 },
  { head: 'Option H', role: 7 },
  { head: 'choice 8', role: 7 },
  { head: 'Answer option C', role: 2 },
  ...['Option I', 'Option 9', 'Kind of shop', 'my kind', 'Questionable', 'Codes', ''].map(
    (head) => ({
      head,
      role: null,
    }),
  ),
])('the head "$head" is $role', ({ head, role }) => {
  expect(parseHeads([head])).toEqual([role])
})

it('options are counted from 0 where one of them is', () => {
  expect(parseHeads(['Option 0', 'Option 7', 'Option 8', 'Option A'])).toEqual([0, 7, null, 0])
})

it('only numbers of rows are numbering', () => {
  expect(['Q. No.', 'id', 'Topic', 'Question'].map(isNumberingHead)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

const toRows = (...rows: readonly (readonly string[])[]) => rows.map((cells) => ({ cells }))
const titles = (count: number) => Array.from({ length: count }, () => ['A title'])

describe('a row of heads', () => {
  it.each([
    { row: ['Question', 'A'], at: 0 },
    { row: ['Question', 'Correct', 'Notes'], at: 0 },
    { row: ['Question', 'Correct'], at: -1 },
    { row: ['Question', 'B', 'C'], at: -1 },
    { row: ['A', 'B', 'Correct'], at: -1 },
  ])('names the question, and an option or the key: $row', ({ row, at }) => {
    expect(findHeaderRow(toRows(row))).toBe(at)
  })

  const heads = ['Question', 'A', 'Correct']
  it.each([
    { title: 'below 20 titles', rows: [...titles(20), heads], at: 20 },
    { title: 'below 21 titles', rows: [...titles(21), heads], at: -1 },
    { title: 'wider than all above', rows: [['x', 'y'], heads], at: 1 },
    { title: 'as wide as one above', rows: [['x', 'y', 'z'], heads], at: -1 },
    { title: 'narrower than one above', rows: [['1', '2', '3', '4'], ['x'], heads], at: -1 },
  ])('is found $title: $at', ({ rows, at }) => {
    expect(findHeaderRow(toRows(...rows))).toBe(at)
  })

  const likely = ['Statement', 'Ans', 'Opt A']
  it.each([
    { title: 'names two columns', rows: [likely], at: 0 },
    { title: 'stands below narrow titles', rows: [['Ans', 'Topic'], likely], at: 1 },
    { title: 'stands below 20 titles', rows: [...titles(20), likely], at: 20 },
    { title: 'stands below 21 titles', rows: [...titles(21), likely], at: -1 },
    { title: 'names one column twice', rows: [['Statement', 'Ans', 'Answer']], at: -1 },
    { title: 'has letters alone', rows: [['1', ' A ', ' B ', 'Ans']], at: -1 },
    { title: 'is the first wide one', rows: [['x', 'y', 'z'], likely], at: -1 },
  ])('is likely where it $title: $at', ({ rows, at }) => {
    expect(findLikelyHeaderRow(toRows(...rows))).toBe(at)
  })
})
