import { describe, expect, it } from 'vitest'
import { getCorrect } from '#test/exam-factories.ts'
import { readTable } from './question-table.ts'

const readRows = (...rows: string[][]) =>
  readTable(rows.map((cells, at) => ({ line: at + 1, cells }))).entries

describe('keys that could be read in two ways', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  const readKeys = (...rows: string[][]) =>
    readRows(headers, ...rows.map((cells) => ['Q', ...cells])).map(getCorrect)

  it.each([
    { title: 'the text and the place of one option', row: ['1', '2', '3', '4', '2'], correct: [1] },
    { title: 'a capital letter', row: ['B', 'A', 'x', 'y', 'A'], correct: [0] },
    { title: 'a small letter', row: ['b', 'a', 'x', 'y', 'a'], correct: [] },
    { title: 'words of a letter', row: ['x', 'option A', 'y', 'z', 'option A'], correct: [] },
    { title: 'one text in two cases', row: ['Deux', 'deux', 'x', 'y', 'deux'], correct: [1] },
    {
      title: 'one of two texts in another case',
      row: ['Deux', 'deux', 'x', 'y', 'DEUX'],
      correct: [],
    },
    { title: 'a text with spaces', row: ['un', ' deux ', 'x', 'y', 'DEUX'], correct: [1] },
    { title: 'a letter and a text', row: ['un', 'deux', 'x', 'y', 'b - deux'], correct: [1] },
    {
      title: 'a letter, a colon and a text',
      row: ['un', 'deux', 'x', 'y', 'B: Deux'],
      correct: [1],
    },
    { title: 'letters with spaces', row: ['un', 'deux', 'x', 'y', 'A B D'], correct: [0, 1, 3] },
    { title: 'letters out of order', row: ['un', 'deux', 'x', 'y', 'AA'], correct: [] },
    { title: 'letters behind a word', row: ['un', 'deux', 'x', 'y', 'xAB'], correct: [] },
    {
      title: 'texts with commas',
      row: ['un, deux', 'trois', 'x', 'y', 'un, deux; trois'],
      correct: [0, 1],
    },
    { title: 'a comma before an empty option', row: ['un', '', 'x', 'y', 'A,'], correct: [] },
    {
      title: 'far too many words',
      row: ['un', 'deux', 'x', 'y', `option${' '.repeat(40)}B`],
      correct: [],
    },
  ])('name what is sure: $title', ({ row, correct }) => {
    expect(readKeys(row)).toEqual([correct])
  })

  it.each([
    {
      key: '2',
      message: '"2" is the text of option A, and could mean option B: mark the correct answer',
    },
    {
      key: 'a',
      message: '"a" is the text of option C, and could mean option A: mark the correct answer',
    },
    { key: '5', message: '"5" names none of the options: mark the correct answer' },
  ])('need a decision: $key', ({ key, message }) => {
    const entries = readRows(headers, ['Q', '2', '1', 'a', 'x', key])
    expect(entries.map(({ errors }) => errors)).toEqual([[message]])
  })

  const sums = ['2', '1', '4', '3']
  it.each([
    { title: 'the first text', other: ['dix', 'b', 'c', 'd', 'dix'], correct: 2 },
    { title: 'another letter', other: ['w', 'x', 'y', 'z', 'b'], correct: 3 },
    { title: 'another number', other: ['w', 'x', 'y', 'z', '4'], correct: 3 },
    { title: 'a number that is too high', other: ['w', 'x', '', '', '4'], correct: undefined },
    {
      title: 'words that are no key',
      other: ['w', 'x', 'y', 'z', 'none of these'],
      correct: undefined,
    },
    { title: 'no key', other: ['w', 'x', 'y', 'z', ''], correct: undefined },
  ])('are decided by $title of another row', ({ other, correct }) => {
    expect(readKeys([...sums, '4'], other)[0]).toEqual(correct === undefined ? [] : [correct])
  })
})
