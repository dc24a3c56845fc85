import { expect, it } from 'vitest'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { getQuizNoticeText } from './quiz-notice.tsx'

const createOpenExam = (title: string, integrityMode: IntegrityMode, canStart = true) => {
  return { title, integrityMode, canStart }
}

it.each([
  { mode: 'strict', leaving: /^A quiz ends at once/, popUp: /ends the quiz/ },
  { mode: 'warn', leaving: /^You are warned twice/, popUp: /counts, too/ },
  {
    mode: 'observe',
    leaving: /does not end it, but your trainer sees it/,
    popUp: /trainer also sees/,
  },
] as const)('describes tests that are all $mode', ({ mode, leaving, popUp }) => {
  const text = getQuizNoticeText([
    createOpenExam('React JS', mode),
    createOpenExam('Node JS', mode),
    createOpenExam('PHP', mode),
  ])
  expect(text.leaving).toMatch(leaving)
  expect(text.popUp).toMatch(popUp)
})

it('does not mention tests already taken', () => {
  const taken = createOpenExam('PHP', 'strict', false)
  expect(getQuizNoticeText([taken, createOpenExam('React JS', 'observe')])).toEqual(
    getQuizNoticeText([createOpenExam('', 'observe')]),
  )
  expect(getQuizNoticeText([taken])).toEqual(getQuizNoticeText([]))
})

it('names a few tests that differ', () => {
  const exams = [
    createOpenExam('React JS', 'warn'),
    createOpenExam('Node JS', 'strict'),
    createOpenExam('PHP', 'strict'),
  ]
  expect(getQuizNoticeText(exams).leaving).toBe(
    'Node JS and PHP end at once, and what you have answered is submitted, if you leave the window. React JS warns you twice, and ends the next time.',
  )
})

it('promises nothing that holds for only some of many tests', () => {
  const modes = ['warn', 'observe', 'observe', 'observe'] as const
  const { leaving } = getQuizNoticeText(modes.map((mode, n) => createOpenExam(`Test ${n}`, mode)))
  expect(leaving).not.toMatch(/Test \d|at once|twice/)
})
