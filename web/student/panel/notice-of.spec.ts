import { expect, it } from 'vitest'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { noticeOf } from './notice-of.ts'

const open = (title: string, integrityMode: IntegrityMode, canStart = true) => {
  return { title, integrityMode, canStart }
}

it.each([
  { mode: 'strict', says: /^A quiz ends at once/, popUp: /ends the quiz/ },
  { mode: 'warn', says: /^You are warned twice/, popUp: /counts, too/ },
  {
    mode: 'observe',
    says: /does not end it, but your trainer sees it/,
    popUp: /trainer also sees/,
  },
] as const)('speaks for tests that are all $mode', ({ mode, says, popUp }) => {
  const told = noticeOf([open('React JS', mode), open('Node JS', mode), open('PHP', mode)])
  expect(told.leaving).toMatch(says)
  expect(told.popUp).toMatch(popUp)
})

it('is not about tests that are taken already', () => {
  const taken = open('PHP', 'strict', false)
  expect(noticeOf([taken, open('React JS', 'observe')])).toEqual(noticeOf([open('', 'observe')]))
  expect(noticeOf([taken])).toEqual(noticeOf([]))
})

it('names a few that differ', () => {
  const tests = [open('React JS', 'warn'), open('Node JS', 'strict'), open('PHP', 'strict')]
  expect(noticeOf(tests).leaving).toBe(
    'Node JS and PHP end at once, and what you have answered is submitted, if you leave the window. React JS warns you twice, and ends the next time.',
  )
})

it('promises nothing that only some of many keep', () => {
  const modes = ['warn', 'observe', 'observe', 'observe'] as const
  const { leaving } = noticeOf(modes.map((mode, n) => open(`Test ${n}`, mode)))
  expect(leaving).not.toMatch(/Test \d|at once|twice/)
})
