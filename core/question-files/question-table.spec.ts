import { describe, expect, it } from 'vitest'
import { readTable } from './question-table.ts'

const numbered = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
const read = (rows: string[][]) => readTable(numbered(rows))

describe('the heads of a table', () => {
  it.each([
    { heads: ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Correct'] },
    { heads: ['question', 'a', 'b', 'c', 'd', 'answer'] },
    { heads: ['Question Text', 'option1', 'option2', 'option3', 'option4', 'Correct Answer'] },
    { heads: ['TEXT', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4', 'key'] },
  ])('may be $heads', ({ heads }) => {
    expect(read([heads, ['Q', '1st', '2nd', '3rd', '4th', 'C']])).toMatchObject({
      entries: [{ line: 2, faults: [], question: { text: 'Q', correct: 2 } }],
      faults: [],
    })
  })

  it('may stand in any order, and strangers are told', () => {
    const { entries, faults } = read([
      ['Points', 'Correct', 'D', 'C', 'B', 'A', 'Question', ''],
      ['3', 'A', 'd', 'c', 'b', 'a', 'Q', ''],
    ])
    expect(entries[0]?.question?.options.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
    expect(faults).toEqual([
      { line: 1, says: 'The column "Points" is not known here and is not kept.' },
    ])
  })

  it('may be missing where the columns come in the common order', () => {
    expect(read([['Q', 'a', 'b', 'c', 'd', 'B']])).toMatchObject({
      entries: [{ line: 1, question: { text: 'Q', correct: 1 } }],
    })
  })

  it('are asked for where the columns could be anything', () => {
    const { entries, faults } = read([['Name', 'Phone']])
    expect(entries).toEqual([])
    expect(faults[0]?.says).toMatch(/^No questions were found\. Name the columns/)
  })
})

describe('the key of a row', () => {
  const heads = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  it.each([
    { key: 'B', correct: 1 },
    { key: ' b ', correct: 1 },
    { key: 'Option C', correct: 2 },
    { key: '4', correct: 3 },
    { key: 'deux', correct: 1 },
  ])('may be $key', ({ key, correct }) => {
    const { entries } = read([heads, ['Q', 'un', 'deux', 'trois', 'quatre', key]])
    expect(entries[0]).toMatchObject({ faults: [], question: { correct } })
  })

  it('is the text where options are numbers', () => {
    const { entries } = read([heads, ['2 x 2?', '2', '1', '4', '3', '4']])
    expect(entries[0]?.question?.correct).toBe(2)
  })

  it.each([
    { key: 'E', says: '"E" names none of the options: mark the correct answer' },
    { key: '', says: 'Mark the correct answer' },
  ])('$key has to be mended', ({ key, says }) => {
    const { entries } = read([heads, ['Q', 'a', 'b', 'c', 'd', key]])
    expect(entries[0]?.faults).toEqual([says])
  })
})

it('passes over empty rows and keeps the numbers of the others', () => {
  const heads = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  const { entries } = read([heads, ['', '', ''], ['Q', 'a', 'b', 'c', 'd', 'A']])
  expect(entries.map(({ line }) => line)).toEqual([3])
})
