import { describe, expect, it } from 'vitest'
import type { StudentExam } from '#contract/exams.ts'
import type { StudentWindow } from '#contract/lobby.ts'
import type { OwnAttempt } from '#contract/results.ts'
import { maxStartOffsetMs } from '#core/exam-windows/lobby.ts'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'
import { describeTimes, getExamGroup, getNextChange } from './group-exams.ts'

const at = (time: string) => parseInstituteTime('2026-11-21', time)
const toInstant = (time: string) => new Date(at(time)).toISOString()
const now = at('10:48')

const window: StudentWindow = {
  phase: 'coming',
  opensAt: toInstant('11:00'),
  closesAt: toInstant('12:30'),
  latestEntryAt: toInstant('11:30'),
  endsAtClosing: false,
}
const createExam = (rest: Partial<StudentExam> = {}): StudentExam => ({
  _id: 'node',
  title: 'Node JS',
  numQuestions: 25,
  duration: 40,
  ownDurationSeconds: 2400,
  released: true,
  integrityMode: 'strict',
  attemptsLeft: 1,
  attempt: null,
  canStart: false,
  ...rest,
})
const coming = createExam({ window })
const open = createExam({ window: { ...window, phase: 'open' }, canStart: true })
const closed = createExam({ window: { ...window, phase: 'closed' } })
const toPlain = (lines: readonly string[]) => lines.map((line) => line.replace(/\s/gu, ' '))

describe('an exam', () => {
  it.each([
    ['coming', 'with a window that has not opened', coming],
    ['open', 'with an open window', open],
    ['open', 'without a window', createExam({ canStart: true })],
    ['done', 'whose window has closed', closed],
    ['done', 'that was taken before its window', { ...coming, attemptsLeft: 0 }],
    ['open', 'that runs on after its closing', { ...closed, canStart: true }],
  ] as const)('is %s: one %s', (group, _, exam) => {
    expect(getExamGroup(exam)).toBe(group)
  })

  it.each([
    ['coming', coming, ['Today, 11:00 am', 'Closes at 12:30 pm']],
    ['open', open, ['Closes at 12:30 pm', 'Latest start at 11:30 am']],
    ['without a window', createExam({ canStart: true }), ['No fixed time', '']],
  ] as const)('has lines for its times: %s', (_, exam, lines) => {
    expect(toPlain(describeTimes(exam, undefined, now))).toEqual(lines)
  })

  it('has no closing time if it may continue after the window', () => {
    const late = { ...closed, canStart: true }
    expect(describeTimes(late, undefined, now)).toEqual(['Once more, for you', ''])
    const attempt = { _id: 'a', status: 'In progress', endsAt: '', secondsLeft: 60 } as const
    expect(describeTimes({ ...late, attempt }, undefined, now)).toEqual(['Running', ''])
  })

  it('says when it was missed', () => {
    expect(toPlain(describeTimes(closed, undefined, at('13:00')))).toEqual([
      'Closed at 12:30 pm',
      '',
    ])
    const tooLate = createExam({ window: { ...window, phase: 'entry-over' } })
    expect(toPlain(describeTimes(tooLate, undefined, at('11:40')))).toEqual([
      'Latest start was at 11:30 am',
      '',
    ])
  })

  it('says when it was taken', () => {
    const attempt = {
      startTime: toInstant('09:00'),
      endTime: toInstant('09:21'),
      finishReason: 'Completed',
    } as OwnAttempt
    expect(toPlain(describeTimes(closed, attempt, now))).toEqual([
      'Today, 9:21 am',
      'Completed in 21 min',
    ])
  })
})

describe('the next change', () => {
  const next = (exams: readonly StudentExam[], time: number) => getNextChange(exams, 's1', time)

  it.each([
    ['11:00', '10:48'],
    ['11:30', '11:10'],
    ['12:30', '12:00'],
  ])('is at %s, or within three seconds after it, seen from %s', (change, time) => {
    const lateMs = (next([createExam({ canStart: true }), coming], at(time)) ?? 0) - at(change)
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThanOrEqual(maxStartOffsetMs + 1)
  })

  it('is none without windows, or after them', () => {
    expect(next([createExam({ canStart: true })], now)).toBeNull()
    expect(next([coming], at('13:00'))).toBeNull()
  })
})
