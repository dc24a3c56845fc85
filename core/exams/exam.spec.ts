import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import {
  findQuestion,
  listImages,
  type QuestionDraft,
  toOptionLetter,
  validateQuestionDraft,
} from './exam.ts'

function createDraft(overrides: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    text: 'Which tag makes a link?',
    options: toOptions('<a>', '<b>', '<link>', '<href>'),
    correctAnswer: '<a>',
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
    { count: 3, options: toOptions('<a>', '<b>', '<i>') },
    { count: 5, options: toOptions('<a>', '<b>', '<i>', '<p>', '<q>') },
  ])('needs four options, not $count', ({ options }) => {
    expect(listErrorFields({ options })).toContain('options')
  })

  it('names each empty option by its letter', () => {
    const errors = validateQuestionDraft(createDraft({ options: toOptions('<a>', ' ', '<i>', '') }))
    expect(errors).toEqual([
      { field: 'options.1', message: 'Enter option B' },
      { field: 'options.3', message: 'Enter option D' },
    ])
  })

  it('takes no two options that are alike once trimmed', () => {
    const errors = validateQuestionDraft(
      createDraft({ options: toOptions('<a>', '<b>', ' <a> ', '<i>') }),
    )
    expect(errors).toEqual([{ field: 'options.2', message: 'Option C is the same as option A' }])
  })

  it('tells options apart by case', () => {
    expect(
      validateQuestionDraft(createDraft({ options: toOptions('<a>', '<A>', '<b>', '<B>') })),
    ).toEqual([])
  })

  it.each(['', ' ', '<i>', '<A>'])('needs a key that is the text of an option, not %j', (key) => {
    expect(listErrorFields({ correctAnswer: key })).toEqual(['correct_answer'])
  })

  it('takes a key that differs from its option by spaces around it only', () => {
    expect(validateQuestionDraft(createDraft({ correctAnswer: ' <a> ' }))).toEqual([])
  })

  it('takes no empty key for an empty option', () => {
    const options = toOptions('<a>', '<b>', '<i>', '')
    expect(listErrorFields({ options, correctAnswer: '' })).toEqual(['options.3', 'correct_answer'])
  })

  it('tells every fault at once', () => {
    expect(
      listErrorFields({ text: '', options: toOptions('', '', '', ''), correctAnswer: '' }),
    ).toEqual(['question', 'options.0', 'options.1', 'options.2', 'options.3', 'correct_answer'])
  })
})

describe('a paper', () => {
  it('knows its questions by id', () => {
    expect(findQuestion(createPaper(3), 'q2')).toMatchObject({ text: 'What is q2?' })
  })

  it.each(['q3', '', '__proto__', 'constructor'])('refuses the unknown question %j', (id) => {
    expect(findQuestion(createPaper(3), id)).toEqual({ refused: 'unknown-question' })
  })

  it('names every image it shows, of questions and of options', () => {
    const plain = createQuestion('q0')
    const shown = createQuestion('q1', {
      imageId: 'diagram',
      options: plain.options.map((option, index) =>
        index === 2 ? { ...option, imageId: 'choice' } : option,
      ),
    })
    expect(listImages(createPaper(0, { questions: [plain, shown] }))).toEqual(['diagram', 'choice'])
  })
})

it('letters the options A to D', () => {
  expect([0, 1, 2, 3].map(toOptionLetter)).toEqual(['A', 'B', 'C', 'D'])
})
