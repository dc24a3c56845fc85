import { describe, expect, it } from 'vitest'
import type { TableSettings } from '../../tables/layout.ts'
import type { QuestionField } from './question-heads.ts'
import { readTable } from './question-table.ts'

const numberRows = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
const readRows = (rows: string[][], settings?: TableSettings<QuestionField>) =>
  readTable(numberRows(rows), settings)

describe('a row', () => {
  const headers = ['Question', 'A', 'B', 'Correct', 'Kind', 'Topic']
  const readEntry = (...cells: string[]) => readRows([headers, cells]).entries[0]

  it('keeps its words, kind and key, and no more', () => {
    expect(readEntry(' Which?\r\nOne. ', 'a', 'b', ' B ', '', 'SQL')).toEqual({
      line: 2,
      question: {
        kind: 'single-choice',
        text: 'Which?\nOne.',
        code: null,
        picture: null,
        options: ['a', 'b'].map((text) => ({ text, picture: null })),
        correct: [1],
      },
      excerpt: 'Which?\nOne.',
      errors: [],
      losses: [],
    })
  })

  it('may have code', () => {
    const { entries } = readRows([
      ['Question', 'Code', 'A', 'B', 'Correct'],
      ['Q', 'a = 1\r\n  b', 'a', 'b', 'A'],
      ['Q', '  ', 'a', 'b', 'A'],
    ])
    expect(entries.map(({ question }) => question?.code)).toEqual(['a = 1\n  b', null])
  })

  it.each([
    { kind: 'Multiple__choice', read: 'multiple-choice' },
    { kind: ' MULTIPLE CHOICE ', read: 'multiple-choice' },
    { kind: 'multiple-choice', read: 'multiple-choice' },
    { kind: 'essay', read: 'single-choice' },
  ])('is of the kind "$kind": $read', ({ kind, read }) => {
    expect(readEntry('Q', 'a', 'b', 'A', kind)?.question?.kind).toBe(read)
    expect(readEntry('Q', 'a', 'b', 'X', kind)).toMatchObject({
      question: { kind: read, correct: [] },
      errors: ['"X" names none of the options: mark the correct answer'],
    })
    expect(readEntry('Q', 'a', 'b', '', kind)?.question).toMatchObject({ kind: read, correct: [] })
  })

  it('reports what its cells lose, but not those of a column that is left out', () => {
    const losses = [
      { cause: 'of the row' },
      { position: 0, cause: 'of the question' },
      { position: 5, cause: 'of the topic' },
      { position: 9, cause: 'of no column' },
    ]
    const rows = numberRows([headers, ['Q', 'a', 'b', 'A', '', 'SQL']])
    const { entries } = readTable(rows.map((row) => (row.line === 2 ? { ...row, losses } : row)))
    expect(entries[0]?.losses).toEqual(['of the row', 'of the question'])
  })
})

describe('the columns of a table', () => {
  const listRoles = (...rows: string[][]) =>
    readRows(rows).table?.columns.map(({ role, origin }) => [role, origin])
  const guessed = (...roles: readonly unknown[]) => roles.map((role) => [role, 'guess'])

  it('are guessed from their number alone', () => {
    expect(listRoles([...'Qabcd', 'B'])).toEqual(guessed('question', 0, 1, 2, 3, 'correct'))
    expect(listRoles([...'QXabcd', 'B'])).toEqual(
      guessed('question', 'code', 0, 1, 2, 3, 'correct'),
    )
    expect(listRoles([...'Qabc', 'B'])).toEqual(Array(5).fill([null, null]))
  })

  it('are not guessed where one has a known head', () => {
    expect(listRoles(['Question', 'A', 'x', 'y', 'z', 'Correct'], [...'Qabcd', 'B'])).toEqual([
      ['question', 'head'],
      [0, 'head'],
      ...Array(3).fill([null, null]),
      ['correct', 'head'],
    ])
  })

  it('may be two, if they are named', () => {
    expect(
      readRows([
        ['Question', 'A'],
        ['Q', 'a'],
      ]).table?.problems,
    ).toEqual([])
    expect(readRows([['Q', 'a']])).toEqual({
      entries: [],
      errors: [
        {
          line: 1,
          message:
            'No questions were found. Name the columns in the first row: Question, Option A to Option D, Correct.',
        },
      ],
      table: null,
    })
    expect(readRows([['', ''], []])).toEqual({ entries: [], errors: [], table: null })
  })

  it.each([
    { width: 6, listed: 'A, B, C, D, E and F' },
    { width: 7, listed: 'A, B, C, D, E, F and 1 more' },
  ])('are listed up to six: $listed', ({ width, listed }) => {
    const row = Array.from({ length: width }, (_, at) => `word ${at}`)
    expect(readRows([row]).table?.problems).toEqual([`Say what columns ${listed} are.`])
  })

  it('may be left out twice, but have each name once', () => {
    const { table } = readRows([
      ['Question', 'Topic', 'Level', 'A', 'B', 'Ans', 'Key', 'Ques'],
      ['Q', 'SQL', 'easy', 'a', 'b', 'A', 'A', 'Q'],
    ])
    expect(table?.problems).toEqual([
      'Columns A and H are both Question: choose one.',
      'Columns F and G are both Correct answer: choose one.',
    ])
  })

  it('are read from the first of two', () => {
    const { entries } = readRows([
      ['Question', 'A', 'B', 'Ans', 'Key'],
      ['Q', 'a', 'b', 'A', 'B'],
    ])
    expect(entries[0]?.question).toMatchObject({ correct: [0] })
  })

  it('that are dropped are reported, but not numbers, empty columns and choices of the author', () => {
    const rows = [
      ['S.No', 'Question', 'A', 'B', 'Correct', 'Topic', 'Level', 'Hint'],
      ['1', 'Q', 'a', 'b', 'A', 'SQL', '', 'page 3'],
    ]
    const { errors } = readRows(rows, { roles: { 7: 'left-out' } })
    expect(errors).toEqual([{ line: 1, message: 'The column "Topic" is not kept.' }])
  })

  it('show twenty rows as long as they have no name', () => {
    const rows = Array.from({ length: 21 }, (_, at) => [`Q${at}`, 'a', 'b', 'c', 'd', 'B'])
    expect(readRows(rows).entries).toHaveLength(20)
    expect(readRows([['Question', 'A', 'B', 'C', 'D', 'Correct'], ...rows]).entries).toHaveLength(
      21,
    )
  })
})
