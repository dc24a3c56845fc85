import { expect, it } from 'vitest'
import type { AttemptEvent } from '#contract/exam-room.ts'
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
        detail: '5 minutes: Power cut',
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
