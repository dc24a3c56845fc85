import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import { findQuestion, listImages } from './exam.ts'

describe('a paper', () => {
  it('knows its questions by id', () => {
    expect(findQuestion(createPaper(3), 'q2')).toMatchObject({ text: 'What is q2?' })
  })

  it.each(['q3', '', '__proto__', 'constructor'])('refuses the unknown question %j', (id) => {
    expect(findQuestion(createPaper(3), id)).toEqual({ refused: 'unknown-question' })
  })

  it('lists every image of its questions and options', () => {
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
