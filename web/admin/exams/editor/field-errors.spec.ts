import { describe, expect, it } from 'vitest'
import { createQuestion } from '../../../questions/options/question-draft.ts'
import { createEmptyDraft } from './exam-draft.ts'
import { placeReportedErrors } from './field-errors.ts'

const draft = {
  ...createEmptyDraft(),
  questions: [createQuestion(), createQuestion({ kind: 'multiple-choice' })],
}
const place = (name: string) => {
  const { draft: placed, basics, unplaced } = placeReportedErrors(draft, { [name]: 'Wrong.' })
  const fields = placed.questions.map(({ reportedErrors }) => Object.keys(reportedErrors))
  return { basics: Object.keys(basics), fields, unplaced }
}

describe('an error that the server reports', () => {
  it.each([
    ['questions.0.question', 'question'],
    ['questions.0.text', 'question'],
    ['questions.0.codeSnippet', 'codeSnippet'],
    ['questions.0.options', 'options'],
    ['questions.0.options.1', 'options.1'],
    ['questions.0.options.1.text', 'options.1'],
    ['questions.0.correct_answer', 'correct_answer'],
    ['questionimage_0', 'questionimage'],
    ['optionimage_0_1', 'optionimage.1'],
  ])('about %s stands at the field %s of its question', (name, field) => {
    expect(place(name)).toEqual({ basics: [], fields: [[field], []], unplaced: [] })
  })

  it('stands at the fields of the kind that its question has', () => {
    expect(place('questions.1.correct_answers').fields).toEqual([[], ['correct_answers']])
  })

  it.each(['title', 'duration'])('about %s stands above the questions', (name) => {
    expect(place(name)).toMatchObject({ basics: [name], unplaced: [] })
  })

  it.each(['release', 'questions.7.question', 'questions.0.unknown', 'optionimage_7_0'])(
    'about %s, which is not on the page, is kept as unplaced',
    (name) => {
      expect(place(name)).toEqual({ basics: [], fields: [[], []], unplaced: ['Wrong.'] })
    },
  )
})
