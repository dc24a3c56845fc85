import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getCorrect } from '#test/exam-factories.ts'
import { fingerprintHeads } from '../../tables/heads.ts'
import type { TableSettings } from '../../tables/layout.ts'
import type { QuestionField } from './question-heads.ts'
import { readTable, unnamedColumnsMessage } from './question-table.ts'

const numberRows = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
const readRows = (rows: string[][], settings?: TableSettings<QuestionField>) =>
  readTable(numberRows(rows), settings)

describe('the headings of a table', () => {
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

  it('may be in any order, and an unknown one is reported', () => {
    const { entries, errors } = readRows([
      ['Points', 'Correct', 'D', 'C', 'B', 'A', 'Question', ''],
      ['3', 'A', 'd', 'c', 'b', 'a', 'Q', ''],
    ])
    expect(entries[0]?.question?.options.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
    expect(errors).toEqual([{ line: 1, message: 'The column "Points" is not kept.' }])
  })

  it('are needed where the columns could mean anything', () => {
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

  it.each([
    '(b)',
    'B.',
    '[B]',
    'optionB',
    'op2',
    'Option-B',
    'Ans: b',
    'B) deux',
    '(b) deux',
    'DEUX',
  ])('may be %s', (key) => {
    const { entries } = readRows([headers, ['Q', 'un', 'deux', 'trois', 'quatre', key]])
    expect(entries[0]).toMatchObject({ errors: [], question: { correct: [1] } })
  })

  it('is not a letter followed by other text', () => {
    const { entries } = readRows([headers, ['Q', 'un', 'deux', 'trois', 'quatre', 'A. deux']])
    expect(entries.map(getCorrect)).toEqual([[]])
  })

  const sums = ['2 x 2?', '2', '1', '4', '3']
  it('needs a decision if a number is the text of one option and the position of another', () => {
    const { entries } = readRows([headers, [...sums, '4']])
    expect(entries[0]?.errors).toEqual([
      '"4" is the text of option C, and could mean option D: mark the correct answer',
    ])
  })

  it('is a position if other keys of the column can only be positions', () => {
    const { entries } = readRows([headers, [...sums, '3'], ['Q', 'a', 'b', 'c', 'd', '2']])
    expect(entries.map(getCorrect)).toEqual([[2], [1]])
  })

  it('is a text if other keys of the column can only be texts', () => {
    const { entries } = readRows([headers, [...sums, '4'], ['3 x 3?', '7', '8', '9', '10', '10']])
    expect(entries.map(getCorrect)).toEqual([[2], [3]])
    const letters = [
      headers,
      ['Which vitamin?', 'C', 'A', 'D', 'K', 'A'],
      ['Q', 'un', 'deux', '3', '4', 'deux'],
    ]
    expect(readRows(letters).entries.map(getCorrect)).toEqual([[1], [1]])
  })

  it('is counted from 0 if a key or an option of the column is 0', () => {
    const row = ['Q', 'a', 'b', 'c', 'd']
    const keys = ['0', '2'].map((key) => [...row, key])
    const { entries } = readRows([headers, ...keys])
    expect(entries.map(getCorrect)).toEqual([[0], [2]])
    const fromZero = ['Question', 'option0', 'option1', 'option2', 'option3', 'answer']
    const read = readRows([fromZero, [...row, '1']])
    expect(read.entries[0]).toMatchObject({ errors: [], question: { correct: [1] } })
  })

  it('needs a decision if keys are counted from 0 and from 1', () => {
    const { entries } = readRows([
      headers,
      ...['0', '2', '4'].map((key) => ['Q', 'a', 'b', 'c', 'd', key]),
    ])
    expect(entries.map(getCorrect)).toEqual([[], [], []])
  })

  it.each([
    { key: 'E', message: '"E" names none of the options: mark the correct answer' },
    { key: '', message: 'Mark the correct answer' },
  ])('$key needs a correction', ({ key, message }) => {
    const { entries } = readRows([headers, ['Q', 'a', 'b', 'c', 'd', key]])
    expect(entries[0]?.errors).toEqual([message])
  })
})

describe('several correct options', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'E', 'Correct']

  it.each([
    ...['A,C', 'c; a', 'A and C', '1, 3', 'un, trois', 'A & C'],
    ...['AC', 'A C', '(a) (c)', 'A|C', 'A/C', 'un\ntrois'],
  ])('may be %j', (key) => {
    const { entries } = readRows([headers, ['Q', 'un', 'deux', 'trois', 'quatre', '', key]])
    expect(entries[0]).toMatchObject({
      errors: [],
      question: { kind: 'multiple-choice', correct: [0, 2] },
    })
  })

  it('are one option if its text contains the comma', () => {
    const { entries } = readRows([headers, ['Q', 'A', 'B', 'A,C', 'D', 'E', 'A,C']])
    expect(entries[0]?.question).toMatchObject({ kind: 'single-choice', correct: [2] })
  })

  it('are one option if the row says so', () => {
    const named = [...headers, 'Kind']
    const { entries } = readRows([named, ['Q', 'a', 'b', '', '', '', 'B', 'Multiple choice']])
    expect(entries[0]?.question).toMatchObject({ kind: 'multiple-choice', correct: [1] })
  })

  it.each(['A,F', 'A,', 'A,E', 'CA', 'AND'])('are not %j with four options', (key) => {
    const { entries } = readRows([headers, ['Q', 'a', 'b', 'c', 'd', '', key]])
    expect(entries[0]?.errors).toEqual([
      `"${key}" names none of the options: mark the correct answer`,
    ])
  })
})

it('skips empty rows and keeps the numbers of the others', () => {
  const headers = ['Question', 'A', 'B', 'C', 'D', 'Correct']
  const { entries } = readRows([headers, ['', '', ''], ['Q', 'a', 'b', 'c', 'd', 'A']])
  expect(entries.map(({ line }) => line)).toEqual([3])
})

describe('columns without a known heading', () => {
  const guessed = [
    ['Q', 'a', 'b', 'c', 'd', 'B'],
    ['Question 1', '60', 'a', 'b', 'c', 'd', 'B'],
    ['1', 'Which?', 'a', 'b', 'c', 'd', 'D'],
  ]
  it.each(guessed.map((row) => ({ row })))('are never ready by their position: $row', ({ row }) => {
    const { entries, table } = readRows([row])
    expect(entries[0]?.errors).toContain(unnamedColumnsMessage)
    expect(table?.columns.every(({ origin }) => origin === 'guess')).toBe(true)
    expect(table?.problems[0]).toMatch(/^Say what columns A, B, /)
  })

  it('are read as the author says', () => {
    const roles = { 0: 'left-out', 1: 'question', 2: 0, 3: 1, 4: 2, 5: 3, 6: 'correct' } as const
    const { entries, table } = readRows([['1', 'Which?', 'a', 'b', 'c', 'd', 'D']], { roles })
    expect(table?.problems).toEqual([])
    expect(entries).toMatchObject([{ errors: [], question: { text: 'Which?', correct: [3] } }])
  })

  it('keep every question from being ready, even if all others are known', () => {
    const headers = ['Question', 'A', 'B', 'Hints from the book', 'Correct']
    const { entries, table } = readRows([headers, ['Q', 'a', 'b', 'c', 'B']])
    expect(table?.problems).toEqual(['Say what column D is.'])
    expect(entries[0]?.errors).toEqual([unnamedColumnsMessage])
  })

  it('ignore a column without a value', () => {
    const headers = ['Question', 'A', 'B', 'For the office', 'Correct', '']
    const { entries, table } = readRows([headers, ['Q', 'a', 'b', '', 'B', '']])
    expect(table?.problems).toEqual([])
    expect(entries[0]?.errors).toEqual([])
  })

  it('may repeat, lack an option, or lack the question', () => {
    const headers = ['Question', 'A', 'A', 'D', 'Correct']
    expect(readRows([headers, ['Q', 'a', 'b', 'c', 'B']]).table?.problems).toEqual([
      'Columns B and C are both Option A: choose one.',
      'No column is Option B.',
      'No column is Option C.',
    ])
    expect(
      readRows([
        ['S.No', 'Ans', 'Topic'],
        ['1', 'B', 'SQL'],
      ]).table?.problems,
    ).toEqual(['One column must be the question.'])
  })

  it('get the names chosen before for the same headings, with their date', () => {
    const heads = ['S.No', 'Statement', 'Opt. I', 'Opt. II', 'Ans']
    const sameHeads = ['s no', 'STATEMENT', 'opt I', 'opt II', 'Ans.']
    const roles = ['left-out', 'question', 0, 1, 'correct'] as const
    const remembered = [{ heads: fingerprintHeads(sameHeads) ?? '', roles, savedAt: 5 }]
    const rows = [heads, ['1', 'Which?', 'a', 'b', 'B']]
    expect(readRows(rows).table?.problems[0]).toBe('Say what columns B, C and D are.')
    const { entries, table } = readRows(rows, { remembered })
    expect(table).toMatchObject({ problems: [], rememberedAt: 5 })
    expect(entries).toMatchObject([{ errors: [], question: { text: 'Which?', correct: [1] } }])
    const others = [
      ['S.No', 'Statement', 'Ans'],
      ['1', 'Which?', 'B'],
    ]
    expect(readRows(others, { remembered }).table?.rememberedAt).toBeNull()
  })

  it('are never ready, whatever they contain', () => {
    const cell = fc.constantFrom('1', '60', 'a', 'B', 'Which?', 'WHERE', 'Topic', 'Text', '')
    const row = (length: number) => fc.array(cell, { minLength: length, maxLength: length })
    const tables = fc
      .integer({ min: 3, max: 9 })
      .chain((width) => fc.array(row(width), { minLength: 1, maxLength: 5 }))
    fc.assert(
      fc.property(tables, (rows) => {
        const { entries, table } = readRows(rows)
        const isGuessed = table?.columns.some(({ origin }) => origin !== 'head') ?? false
        if (isGuessed) expect(entries.every(({ errors }) => errors.length > 0)).toBe(true)
      }),
    )
  })
})

describe('a table of', () => {
  const readyAs = (question: object) => ({ entries: [{ errors: [], question }] })
  const one = { text: 'Which clause filters groups?', correct: [1] }
  const options = ['WHERE', 'HAVING', 'GROUP BY', 'ORDER BY']

  it('an institute: numbers in front, headings below title rows', () => {
    const heads = ['S.No', 'Questions', 'Ans 1', 'Ans 2', 'Ans 3', 'Ans 4', 'Topic', 'Ans']
    const rows = [
      ['SQL mock paper 3'],
      ['Batch B, March', '', '60 minutes'],
      heads,
      ['1', one.text, ...options, 'SQL', '2'],
    ]
    expect(readRows(rows)).toMatchObject({
      ...readyAs(one),
      table: { headLine: 3, titleRowCount: 2, rowCount: 1, problems: [] },
    })
  })

  it('Kahoot: instructions above, limits in the headings, numbers as keys', () => {
    const heads = [
      'Question - max 120 characters',
      ...[1, 2, 3, 4].map((number) => `Answer ${number} - max 75 characters`),
      'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
      'Correct answer(s) - choose at least one',
    ]
    const rows = [
      ['', 'Quiz template'],
      [
        '',
        'Add questions, at least two answer alternatives, time limit and choose correct answers',
      ],
      ['', ...heads],
      ['1', one.text, ...options, '20', '2'],
      ['2', 'Which two join?', 'a', 'b', 'c', 'd', '60', '1,3'],
    ]
    const { entries, table } = readRows(rows, { roles: { 0: 'left-out' } })
    expect(table?.problems).toEqual([])
    expect(entries).toMatchObject([
      { errors: [], question: one },
      { errors: [], question: { kind: 'multiple-choice', correct: [0, 2] } },
    ])
  })

  it.each([
    {
      program: 'Quizizz',
      heads: [
        ...['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Option 3', 'Option 4'],
        ...['Correct Answer', 'Time in seconds', 'Image Link', 'Answer explanation'],
      ],
      row: [one.text, 'Multiple Choice', ...options, '2', '30', '', 'See page 3'],
    },
    {
      program: 'Blooket',
      heads: [
        ...['Question #', 'Question Text', 'Answer 1', 'Answer 2', 'Answer 3\n(Optional)'],
        ...['Answer 4\n(Optional)', 'Time Limit (sec)\n(Max: 300 seconds)'],
        'Correct Answer(s)\n(Only include Answer #)',
      ],
      row: ['1', one.text, ...options, '20', '2'],
    },
    {
      program: 'a script',
      heads: ['num', 'questionText', 'optionA', 'optionB', 'optionC', 'optionD', 'correct_letter'],
      row: ['17', one.text, ...options, 'B'],
    },
    {
      program: 'a coaching centre',
      heads: ['Q. No.', 'Question', '(a)', '(b)', '(c)', '(d)', 'Correct Option'],
      row: ['1.', one.text, ...options, '(b)'],
    },
    {
      program: 'a learning platform',
      heads: ['Question', 'Choice A', 'Choice B', 'Choice C', 'Choice D', 'Right answer', 'Level'],
      row: [one.text, ...options, 'HAVING', 'easy'],
    },
  ])('$program', ({ heads, row }) => {
    expect(readRows([heads, row])).toMatchObject({ ...readyAs(one), table: { problems: [] } })
  })
})
