import { expect, it } from 'vitest'
import { readAiken } from '#core/questions/formats/aiken.ts'
import { createEntry } from '#core/questions/formats/import-entry.ts'
import { createPortableQuestion } from '#test/exam-factories.ts'
import { toPortableQuestions, toQuestionDrafts } from './convert-questions.ts'

it('tells the editor why a question needs a review', () => {
  const question = createPortableQuestion()
  const [draft] = toQuestionDrafts([createEntry({ line: 1, question, losses: ['pictures'] })])
  expect(draft).toMatchObject({
    isChecked: true,
    reportedErrors: { question: 'A picture is not kept: add it if the question needs it' },
  })
})

it('keeps the description of a picture in both directions', async () => {
  const picture = { type: 'image/png', base64: 'iVBORw0KGgoAAAANSUhEUg==', description: 'A tree' }
  const { description: _, ...plain } = picture
  const [first, second] = createPortableQuestion().options.map(({ text }) => text)
  const options = [
    { text: first ?? '', picture },
    { text: second ?? '', picture: plain },
  ]
  const question = createPortableQuestion({ picture, options, correct: [0] })
  const drafts = toQuestionDrafts([createEntry({ line: 1, question })])
  expect(drafts[0]?.description).toBe('A tree')
  expect(await toPortableQuestions(drafts)).toEqual([question])
})

it('reports no error that the editor finds by itself', () => {
  const { entries } = readAiken('Why?\nA. a\nB. a\nANSWER: C')
  const [draft] = toQuestionDrafts(entries)
  expect(entries[0]?.errors).toContain('Option B is the same as option A')
  expect(draft?.reportedErrors).toEqual({
    question: '"ANSWER: C" names none of the options: mark the correct answer',
  })
  expect(toQuestionDrafts(readAiken('Why?\nA. a\nB. b\nANSWER: A').entries)).toMatchObject([
    { isChecked: false, reportedErrors: {} },
  ])
})
