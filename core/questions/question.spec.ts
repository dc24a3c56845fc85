import { describe, expect, it } from 'vitest'
import { createQuestion } from '#test/exam-factories.ts'
import {
  findOptionByText,
  formatOptionLetters,
  parseOptionLetters,
  toOptionLetter,
  validateOptions,
} from './option-list.ts'
import {
  listQuestionImages,
  listQuestionTexts,
  type QuestionDraft,
  toQuestionFingerprint,
  validateQuestionDraft,
} from './question.ts'

function createDraft(overrides: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    kind: 'single-choice',
    text: 'Which tag makes a link?',
    options: toOptions('<a>', '<b>', '<link>', '<href>'),
    correctAnswers: ['<a>'],
    ...overrides,
  }
}

function toOptions(...texts: string[]) {
  return texts.map((text) => ({ text }))
}

function listErrorFields(overrides: Partial<QuestionDraft>) {
  return validateQuestionDraft(createDraft(overrides)).map((error) => error.field)
}

describe('a question', () => {
  it('is sound with a text, four different options and one of them right', () => {
    expect(validateQuestionDraft(createDraft())).toEqual([])
  })

  it.each(['', '   ', '\n\t'])('needs a text (%j)', (text) => {
    expect(validateQuestionDraft(createDraft({ text }))).toEqual([
      { field: 'question', message: 'Enter the question' },
    ])
  })

  it.each([
    { count: 0, options: toOptions() },
    { count: 1, options: toOptions('<a>') },
    {
      count: 9,
      options: toOptions('<a>', '<b>', '<i>', '<p>', '<q>', '<s>', '<u>', '<li>', '<ul>'),
    },
  ])('needs 2 to 8 options, not $count', ({ options }) => {
    expect(listErrorFields({ options })).toContain('options')
  })

  it('names each empty option by its letter', () => {
    const errors = validateQuestionDraft(createDraft({ options: toOptions('<a>', ' ', '<i>', '') }))
    expect(errors).toEqual([
      { field: 'options.1', message: 'Enter option B' },
      { field: 'options.3', message: 'Enter option D' },
    ])
  })

  it('must not have two options that are equal once trimmed', () => {
    const errors = validateQuestionDraft(
      createDraft({ options: toOptions('<a>', '<b>', ' <a> ', '<i>') }),
    )
    expect(errors).toEqual([{ field: 'options.2', message: 'Option C is the same as option A' }])
  })

  it('may have options that differ only in case', () => {
    expect(
      validateQuestionDraft(createDraft({ options: toOptions('<a>', '<A>', '<b>', '<B>') })),
    ).toEqual([])
  })

  it.each(['', ' ', '<i>', '<A>'])('needs a key that is the text of an option, not %j', (key) => {
    expect(listErrorFields({ correctAnswers: [key] })).toEqual(['correct_answer'])
  })

  it('must not have two options that differ only in invisible signs or composition', () => {
    const errors = validateOptions([{ text: 'caf\u00e9' }, { text: 'cafe\u0301\u200b' }])
    expect(errors).toEqual([{ field: 'options.1', message: 'Option B is the same as option A' }])
  })

  it('may have a key that differs from its option only by spaces around it', () => {
    expect(validateQuestionDraft(createDraft({ correctAnswers: [' <a> '] }))).toEqual([])
  })

  it('must not have an empty key for an empty option', () => {
    const options = toOptions('<a>', '<b>', '<i>', '')
    expect(listErrorFields({ options, correctAnswers: [''] })).toEqual([
      'options.3',
      'correct_answer',
    ])
  })

  it('reports all its errors at once', () => {
    expect(
      listErrorFields({ text: '', options: toOptions('', '', '', ''), correctAnswers: [''] }),
    ).toEqual(['question', 'options.0', 'options.1', 'options.2', 'options.3', 'correct_answer'])
  })
})

it('a question counts as the same, whatever the descriptions of its pictures', () => {
  const question = createQuestion('a', { imageId: 'i1' })
  const [, ...others] = question.options
  const described = { ...question, imageDescription: 'A tree' }
  const options = [{ text: 'one', imageId: 'i2', imageDescription: 'A list' }, ...others]
  const withPicture = { ...question, options: [{ text: 'one', imageId: 'i2' }, ...others] }
  expect(toQuestionFingerprint(described)).toBe(toQuestionFingerprint(question))
  expect(toQuestionFingerprint({ ...described, options })).toBe(toQuestionFingerprint(withPicture))
  expect(listQuestionTexts({ ...described, options })).toEqual(
    expect.arrayContaining(['A tree', 'A list']),
  )
})

it('letters the options A to H', () => {
  expect([0, 1, 2, 3, 7].map(toOptionLetter)).toEqual(['A', 'B', 'C', 'D', 'H'])
})

it('has all the words that a student reads, and a name that changes with them', () => {
  const [first, ...others] = createQuestion('a').options
  const options = [
    { text: first?.text ?? '', imageId: 'i2', imageDescription: 'A list' },
    ...others,
  ]
  const question = createQuestion('a', { imageId: 'i1', imageDescription: 'A tree', options })
  const words = ['What is a?', '', 'one', 'two', 'three', 'four', 'A tree', 'A list']
  expect(listQuestionTexts(question)).toEqual(words)
  expect(listQuestionTexts({ ...question, codeSnippet: 'a = 1' })).toEqual(words.with(1, 'a = 1'))
  expect(listQuestionImages(question)).toEqual(['i1', 'i2', null, null, null])
  expect(toQuestionFingerprint(question)).toBe(
    '["single-choice","a","What is a?","i1",null,[["one","i2"],["two",null],["three",null],["four",null]]]',
  )
})

describe('the letters of options', () => {
  it.each([
    { word: 'A', indexes: [0] },
    { word: 'C,A', indexes: [0, 2] },
    { word: 'A,C', indexes: [0, 2] },
    { word: 'D', indexes: null },
    { word: 'A,D', indexes: null },
    { word: 'A,A', indexes: null },
    { word: 'a', indexes: null },
    { word: 'AB', indexes: null },
    { word: ' A', indexes: null },
    { word: '@', indexes: null },
    { word: '', indexes: null },
  ])('"$word" of three are $indexes', ({ word, indexes }) => {
    expect(parseOptionLetters(word, 3)).toEqual(indexes)
  })

  it('are joined by commas', () => {
    expect(formatOptionLetters([2, 0])).toBe('C,A')
  })
})

it.each([
  { texts: ['café', 'cafe\u0301'], text: 'cafe\u0301', index: 1 },
  { texts: ['café', 'cafe\u0301'], text: ' café ', index: 0 },
  { texts: ['x', ' two '], text: 'two', index: 1 },
  { texts: ['x', 'cafe\u0301'], text: 'café', index: 1 },
  { texts: ['', 'x'], text: ' ', index: -1 },
  { texts: ['x', 'y'], text: 'X', index: -1 },
])('finds "$text" among $texts at $index', ({ texts, text, index }) => {
  expect(findOptionByText(toOptions(...texts), text)).toBe(index)
})

it('says how many options there may be', () => {
  const error = { field: 'options', message: 'Enter 2 to 8 options' }
  const letters = [...'abcdefghi']
  expect(validateOptions(toOptions('a'))).toEqual([error])
  expect(validateOptions(toOptions('a', 'b'))).toEqual([])
  expect(validateOptions(toOptions(...letters.slice(0, 8)))).toEqual([])
  expect(validateOptions(toOptions(...letters))).toEqual([error])
})
