import { describe, expect, it } from 'vitest'
import type { StudentExam } from '#contract/exams.ts'
import { describeExamNews, describeResultNews } from './describe-news.ts'

const ended = { _id: 'a1', status: 'Completed', endsAt: '', secondsLeft: 0 } as const
const createExam = (_id: string, title: string, rest: Partial<StudentExam> = {}): StudentExam => ({
  _id,
  title,
  numQuestions: 20,
  duration: 30,
  ownDurationSeconds: 1800,
  released: true,
  integrityMode: 'strict',
  attemptsLeft: 1,
  attempt: null,
  canStart: true,
  ...rest,
})
const react = createExam('1', 'React JS')
const node = createExam('2', 'Node JS')
const taken = createExam('1', 'React JS', { attempt: ended, canStart: false })

describe('news of tests', () => {
  it.each([
    { what: 'a test that is released', before: [react], after: [node, react] },
    { what: 'the first one', before: [], after: [node] },
  ])('says that $what is open', ({ before, after }) => {
    expect(describeExamNews(before, after)).toBe('Node JS is open.')
  })

  it('says that the trainer has reopened the quiz, and how much time is left', () => {
    const waiting = { resumesBy: '2026-11-21T05:00:00.000Z', answered: 18 }
    const attempt = { ...ended, status: 'In progress', secondsLeft: 578, waiting } as const
    const reopened = createExam('1', 'React JS', { attempt })
    expect(describeExamNews([taken], [reopened])).toBe(
      'Your trainer has opened your quiz again: React JS. Resume (09:38 left)',
    )
    expect(describeExamNews([reopened], [reopened])).toBe('')
  })

  it('says that a quiz is paused, and that it continues', () => {
    const attempt = { ...ended, status: 'In progress', secondsLeft: 888 } as const
    const running = createExam('1', 'React JS', { attempt })
    const paused = createExam('1', 'React JS', { attempt: { ...attempt, paused: true } })
    expect(describeExamNews([running], [paused])).toBe(
      'React JS is paused. Your time stands still.',
    )
    expect(describeExamNews([paused], [paused])).toBe('')
    expect(describeExamNews([paused], [running])).toBe('React JS goes on. Resume (14:48 left)')
    const waiting = { resumesBy: '2026-11-21T05:00:00.000Z', answered: 18 }
    const reopened = createExam('1', 'React JS', { attempt: { ...attempt, waiting } })
    const both = createExam('1', 'React JS', { attempt: { ...attempt, waiting, paused: true } })
    expect(describeExamNews([both], [reopened])).toBe(
      'Your trainer has opened your quiz again: React JS. Resume (14:48 left)',
    )
    expect(describeExamNews([paused], [taken])).toBe('')
  })

  it('says that another attempt was granted, a result released, a test withdrawn', () => {
    expect(describeExamNews([taken], [{ ...taken, canStart: true }])).toBe(
      'You may take React JS again.',
    )
    const released = { ...taken, attempt: { ...ended, resultReleased: true } as const }
    expect(describeExamNews([taken], [released])).toBe('The result of React JS is released.')
    expect(describeExamNews([react, node], [react])).toBe('Node JS is closed.')
  })

  it('says that a window is coming, has opened and has closed', () => {
    const times = { opensAt: '2026-11-21T05:30:00.000Z', closesAt: '2026-11-21T07:00:00.000Z' }
    const window = { ...times, latestEntryAt: null, endsAtClosing: false, phase: 'coming' } as const
    const coming = createExam('1', 'React JS', { window, canStart: false })
    const open = createExam('1', 'React JS', { window: { ...window, phase: 'open' } })
    const over = { ...coming, window: { ...window, phase: 'entry-over' as const } }
    expect(describeExamNews([], [coming])).toBe('React JS is coming.')
    expect(describeExamNews([coming], [open])).toBe('React JS is open.')
    expect(describeExamNews([open], [over])).toBe('React JS is closed.')
    expect(describeExamNews([over], [over])).toBe('')
    expect(describeExamNews([open], [{ ...over, attempt: ended }])).toBe('')
  })

  it('lists several changes, and says nothing where nothing is new', () => {
    const php = createExam('3', 'PHP')
    expect(describeExamNews([], [php, node])).toBe('PHP is open. Node JS is open.')
    expect(describeExamNews([react, node], [node, react])).toBe('')
    expect(describeExamNews([react], [taken])).toBe('')
  })
})

it('news of results names those released since the list was read', () => {
  const list = (resultReleased: boolean) => [
    { _id: 'a1', testTitle: 'React JS', resultReleased },
    { _id: 'a2', testTitle: 'Node JS', resultReleased: true },
  ]
  expect(describeResultNews(list(false), list(true))).toBe('The result of React JS is released.')
  expect(describeResultNews(list(true), list(true))).toBe('')
})
