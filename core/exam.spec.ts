import { describe, expect, it } from 'vitest'
import { faultsOf, imagesOf, letterOf, type QuestionDraft, questionOf } from './exam.ts'
import { specimenPaper, specimenQuestion } from './specimen.ts'

function draft(overrides: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    text: 'Which tag makes a link?',
    options: optionsOf('<a>', '<b>', '<link>', '<href>'),
    correctAnswer: '<a>',
    ...overrides,
  }
}

function optionsOf(...texts: string[]) {
  return texts.map((text) => ({ text }))
}

function fieldsOf(overrides: Partial<QuestionDraft>) {
  return faultsOf(draft(overrides)).map((fault) => fault.field)
}

describe('a question', () => {
  it('is sound with a text, four different options and one of them right', () => {
    expect(faultsOf(draft())).toEqual([])
  })

  it.each(['', '   ', '\n\t'])('needs a text (%j)', (text) => {
    expect(faultsOf(draft({ text }))).toEqual([{ field: 'question', says: 'Enter the question' }])
  })

  it.each([
    { count: 0, options: optionsOf() },
    { count: 3, options: optionsOf('<a>', '<b>', '<i>') },
    { count: 5, options: optionsOf('<a>', '<b>', '<i>', '<p>', '<q>') },
  ])('needs four options, not $count', ({ options }) => {
    expect(fieldsOf({ options })).toContain('options')
  })

  it('names each empty option by its letter', () => {
    const faults = faultsOf(draft({ options: optionsOf('<a>', ' ', '<i>', '') }))
    expect(faults).toEqual([
      { field: 'options.1', says: 'Enter option B' },
      { field: 'options.3', says: 'Enter option D' },
    ])
  })

  it('takes no two options that are alike once trimmed', () => {
    const faults = faultsOf(draft({ options: optionsOf('<a>', '<b>', ' <a> ', '<i>') }))
    expect(faults).toEqual([{ field: 'options.2', says: 'Option C is the same as option A' }])
  })

  it('tells options apart by case', () => {
    expect(faultsOf(draft({ options: optionsOf('<a>', '<A>', '<b>', '<B>') }))).toEqual([])
  })

  it.each(['', ' ', '<i>', '<A>'])('needs a key that is the text of an option, not %j', (key) => {
    expect(fieldsOf({ correctAnswer: key })).toEqual(['correct_answer'])
  })

  it('takes a key that differs from its option by spaces around it only', () => {
    expect(faultsOf(draft({ correctAnswer: ' <a> ' }))).toEqual([])
  })

  it('takes no empty key for an empty option', () => {
    const options = optionsOf('<a>', '<b>', '<i>', '')
    expect(fieldsOf({ options, correctAnswer: '' })).toEqual(['options.3', 'correct_answer'])
  })

  it('tells every fault at once', () => {
    expect(fieldsOf({ text: '', options: optionsOf('', '', '', ''), correctAnswer: '' })).toEqual([
      'question',
      'options.0',
      'options.1',
      'options.2',
      'options.3',
      'correct_answer',
    ])
  })
})

describe('a paper', () => {
  it('knows its questions by id', () => {
    expect(questionOf(specimenPaper(3), 'q2')).toMatchObject({ text: 'What is q2?' })
  })

  it.each(['q3', '', '__proto__', 'constructor'])('refuses the unknown question %j', (id) => {
    expect(questionOf(specimenPaper(3), id)).toEqual({ refused: 'unknown-question' })
  })

  it('names every image it shows, of questions and of options', () => {
    const plain = specimenQuestion('q0')
    const shown = specimenQuestion('q1', {
      imageId: 'diagram',
      options: plain.options.map((option, index) =>
        index === 2 ? { ...option, imageId: 'choice' } : option,
      ),
    })
    expect(imagesOf(specimenPaper(0, { questions: [plain, shown] }))).toEqual(['diagram', 'choice'])
  })
})

it('letters the options A to D', () => {
  expect([0, 1, 2, 3].map(letterOf)).toEqual(['A', 'B', 'C', 'D'])
})
