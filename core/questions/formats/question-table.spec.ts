import { describe, expect, it } from 'vitest'
import { readTable } from './question-table.ts'

const numberRows = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
const readRows = (rows: string[][]) => readTable(numberRows(rows))

describe('the heads of a table', () => {
  it.each([
    { headers: ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Correct'] },
    { headers: ['question', 'a', 'b', 'c', 'd', 'answer'] },
    { headers: ['Question Text', 'option1', 'option2', 'option3', 'option4', 'Correct Answer'] },
    { headers: ['TEXT', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4', 'key'] },
  ])('may be $headers', ({ headers }) => {
    expect(readRows([headers, ['Q', '1st', '2nd', '3rd', '4th', 'C']])).toMatchObject({
      entries: [{ line: 2, errors: [], question: { text: 'Q', correct: [2] } }],
      errors: [],
    })
  })

  it('may stand in any order, and unknown ones are reported', () => {
    const { entries, errors } = readRows([
      ['Points', 'Correct', 'D', 'C', 'B', 'A', 'Question', ''],
      ['3', 'A', 'd', 'c', 'b', 'a', 'Q', ''],
    ])
    expect(entries[0]?.question?.options.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
    expect(errors).toEqual([
      { line: 1, message: 'The column "Points" is not known here and is not kept.' },
    ])
  })

  it('may be missing where the columns come in the common order', () => {
    expect(readRows([['Q', 'a', 'b', 'c', 'd', 'B']])).toMatchObject({
      entries: [{ line: 1, question: { text: 'Q', correct: [1] } }],
    })
  })

  it('are asked for where the columns could be anything', () => {
    const { entries, errors } = readRows([['Name', 'Phone']])
    expect(entries).toEqual([])
    expect(errors[0]?.message).toMatch(/^No questions were found\. Name the columns/)
  })
})

describe('the key of a row', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  it.each([
    { key: 'B', correct: [1] },
    { key: ' b ', correct: [1] },
    { key: 'Option C', correct: [2] },
    { key: '4', correct: [3] },
    { key: 'deux', correct: [1] },
  ])('may be $key', ({ key, correct }) => {
    const { entries } = readRows([headers, ['Q', 'un', 'deux', 'trois', 'quatre', key]])
    expect(entries[0]).toMatchObject({ errors: [], question: { correct } })
  })

  it('is the text where options are numbers', () => {
    const { entries } = readRows([headers, ['2 x 2?', '2', '1', '4', '3', '4']])
    expect(entries[0]?.question?.correct).toEqual([2])
  })

  it.each([
    { key: 'E', message: '"E" names none of the options: mark the correct answer' },
    { key: '', message: 'Mark the correct answer' },
  ])('$key has to be mended', ({ key, message }) => {
    const { entries } = readRows([headers, ['Q', 'a', 'b', 'c', 'd', key]])
    expect(entries[0]?.errors).toEqual([message])
  })
})

describe('several right options', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'E', 'Correct']

  it.each(['A,C', 'c; a', 'A and C', '1, 3', 'un, trois', 'A & C'])('may be %j', (key) => {
    const { entries } = readRows([headers, ['Q', 'un', 'deux', 'trois', 'quatre', '', key]])
    expect(entries[0]).toMatchObject({
      errors: [],
      question: { kind: 'multiple-choice', correct: [0, 2] },
    })
  })

  it('are one where the text of an option has the comma', () => {
    const { entries } = readRows([headers, ['Q', 'A', 'B', 'A,C', 'D', 'E', 'A,C']])
    expect(entries[0]?.question).toMatchObject({ kind: 'single-choice', correct: [2] })
  })

  it('are only one, too, where the row says so', () => {
    const named = [...headers, 'Kind']
    const { entries } = readRows([named, ['Q', 'a', 'b', '', '', '', 'B', 'Multiple choice']])
    expect(entries[0]?.question).toMatchObject({ kind: 'multiple-choice', correct: [1] })
  })

  it.each(['A,F', 'A,', 'A,E'])('are not %j where there are four', (key) => {
    const { entries } = readRows([headers, ['Q', 'a', 'b', 'c', 'd', '', key]])
    expect(entries[0]?.errors).toEqual([
      `"${key}" names none of the options: mark the correct answer`,
    ])
  })
})

it('passes over empty rows and keeps the numbers of the others', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  const { entries } = readRows([headers, ['', '', ''], ['Q', 'a', 'b', 'c', 'd', 'A']])
  expect(entries.map(({ line }) => line)).toEqual([3])
})
