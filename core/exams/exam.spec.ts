import { describe, expect, it } from 'vitest'
import { createPaper, createQuestion } from '#test/exam-factories.ts'
import type { Question } from '../questions/question.ts'
import {
  findQuestion,
  findReloadRefusal,
  getIntegrityMode,
  isFree,
  listImages,
  listPaperScripts,
} from './exam.ts'

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

it.each([
  { paper: createPaper(1), isFreePaper: false },
  { paper: createPaper(1, { navigation: 'free' }), isFreePaper: true },
] as const)('a paper is free only where it says so: $isFreePaper', ({ paper, isFreePaper }) => {
  expect(isFree(paper)).toBe(isFreePaper)
})

it('a paper has a mode of its own, or that of its exam', () => {
  const exam = { integrityMode: 'observe' } as const
  expect(getIntegrityMode({ integrityMode: 'strict' }, exam)).toBe('strict')
  expect(getIntegrityMode({}, exam)).toBe('observe')
})

it('a paper needs the scripts of all its words', () => {
  const questions = [createQuestion('q0', { text: 'Ω?' }), createQuestion('q1', { text: 'தமிழ்' })]
  expect(listPaperScripts(createPaper(0, { questions }))).toEqual(['Greek', 'Tamil'])
  expect(listPaperScripts(createPaper(2))).toEqual([])
})

it('a page that does not know one of the kinds has to be reloaded', () => {
  const [single, other] = createPaper(2).questions
  const questions = [single, { ...other, kind: 'multiple-choice' }] as Question[]
  const paper = { ...createPaper(0), questions }
  expect(findReloadRefusal(paper, ['single-choice', 'multiple-choice'])).toBeNull()
  expect(findReloadRefusal(paper, ['single-choice'])).toEqual({ refused: 'reload-needed' })
})
