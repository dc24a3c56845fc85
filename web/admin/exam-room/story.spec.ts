import { expect, it } from 'vitest'
import type { AttemptEvent, TimeAdjustment } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { storyOf } from './story.ts'

const instant = (second: number) => new Date(second * 1000).toISOString()

const attempt: Attempt = {
  _id: 'a1',
  testId: 't1',
  testTitle: 'React JS',
  testDuration: 30,
  totalQuestions: 5,
  studentId: 's1',
  studentName: 'Priya Nair',
  startTime: instant(0),
  endTime: instant(90),
  endsAt: instant(1800),
  secondsLeft: null,
  status: 'Completed',
  score: 1,
  percentage: 20,
  finishReason: 'Auto submission',
  resultReleased: false,
}

function seen(kind: AttemptEvent['kind'], second: number): AttemptEvent {
  return {
    _id: `${kind}-${second}`,
    kind,
    at: instant(second),
    receivedAt: instant(second),
    durationMs: null,
  }
}

it('tells start, events, changes and end in the order of time', () => {
  const story = storyOf(
    attempt,
    [seen('hidden', 90), seen('offline', 10), seen('online', 25)],
    [
      {
        _id: 'c1',
        at: instant(40),
        kind: 'extended',
        by: 'admin@example.com',
        minutes: 5,
        why: 'Power cut',
        undid: null,
      },
    ],
  )
  expect(story.map(({ name, durationMs }) => [name, durationMs])).toEqual([
    ['Started', null],
    ['Connection lost', 15_000],
    ['Time added by admin@example.com', null],
    ['Quiz tab hidden', null],
    ['Ended', null],
  ])
  expect(story.at(-1)?.says).toBe('Auto submission')
})

it('has no end while the attempt runs', () => {
  const running = { ...attempt, endTime: null, finishReason: null, secondsLeft: 60 }
  expect(storyOf(running, [], []).map(({ look }) => look)).toEqual(['started'])
})

it('tells every end, and each reopening after the end that it undid', () => {
  const reopened = (id: string, second: number, undid: TimeAdjustment['undid']): TimeAdjustment => {
    const by = 'admin@example.com'
    return {
      _id: id,
      at: instant(second),
      kind: 'reopened',
      by,
      minutes: null,
      why: 'A false alarm',
      undid,
    }
  }
  const story = storyOf(
    { ...attempt, endTime: instant(300), finishReason: 'Completed' },
    [seen('hidden', 60), seen('back', 120)],
    [
      reopened('c1', 90, { endTime: instant(60), finishReason: 'Auto submission' }),
      reopened('c2', 120, { endTime: instant(120), finishReason: 'User pressed back button' }),
      reopened('c3', 200, null),
    ],
  )
  expect(story.map(({ name, says }) => (name === 'Ended' ? says : name))).toEqual([
    'Started',
    'Quiz tab hidden',
    'Auto submission',
    'Reopened by admin@example.com',
    'Back button pressed',
    'User pressed back button',
    'Reopened by admin@example.com',
    'Reopened by admin@example.com',
    'Completed',
  ])
  expect(new Set(story.map(({ key }) => key)).size).toBe(story.length)
})
