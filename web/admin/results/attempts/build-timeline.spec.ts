import { describe, expect, it } from 'vitest'
import type { AttemptEvent, TimeAdjustment } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { recordedKinds } from '#core/proctoring/policy.ts'
import { buildTimeline, getLikelyCause, toEventLabel } from './build-timeline.ts'

const toInstant = (second: number) => new Date(second * 1000).toISOString()

const attempt: Attempt = {
  _id: 'a1',
  testId: 't1',
  testTitle: 'React JS',
  testDuration: 30,
  totalQuestions: 5,
  studentId: 's1',
  studentName: 'Priya Nair',
  startTime: toInstant(0),
  endTime: toInstant(90),
  endsAt: toInstant(1800),
  secondsLeft: null,
  status: 'Completed',
  score: 1,
  percentage: 20,
  finishReason: 'Auto submission',
  resultReleased: false,
}

function createEvent(kind: AttemptEvent['kind'], second: number): AttemptEvent {
  return {
    _id: `${kind}-${second}`,
    kind,
    at: toInstant(second),
    receivedAt: toInstant(second),
    durationMs: null,
  }
}

it('lists start, events, changes and end in chronological order', () => {
  const timeline = buildTimeline(
    attempt,
    [createEvent('hidden', 90), createEvent('offline', 10), createEvent('online', 25)],
    [
      {
        _id: 'c1',
        at: toInstant(40),
        kind: 'extended',
        by: 'admin@example.com',
        minutes: 5,
        why: 'Power cut',
        undid: null,
      },
    ],
    [],
  )
  expect(timeline.map(({ name, durationMs }) => [name, durationMs])).toEqual([
    ['Started', null],
    ['Connection lost', 15_000],
    ['Time added by admin@example.com', null],
    ['Quiz tab hidden', null],
    ['Ended', null],
  ])
  expect(timeline.at(-1)?.detail).toBe('Auto submission')
})

it('a timeline has no end while the attempt runs', () => {
  const running = { ...attempt, endTime: null, finishReason: null, secondsLeft: 60 }
  expect(buildTimeline(running, [], [], []).map(({ kind }) => kind)).toEqual(['started'])
})

it('lists every end, and each reopening after the end that it undid', () => {
  const createReopening = (
    id: string,
    second: number,
    undid: TimeAdjustment['undid'],
  ): TimeAdjustment => {
    const by = 'admin@example.com'
    return {
      _id: id,
      at: toInstant(second),
      kind: 'reopened',
      by,
      minutes: null,
      why: 'A false alarm',
      undid,
    }
  }
  const timeline = buildTimeline(
    { ...attempt, endTime: toInstant(300), finishReason: 'Completed' },
    [createEvent('hidden', 60), createEvent('back', 120)],
    [
      createReopening('c1', 90, { endTime: toInstant(60), finishReason: 'Auto submission' }),
      createReopening('c2', 120, {
        endTime: toInstant(120),
        finishReason: 'User pressed back button',
      }),
      createReopening('c3', 200, null),
    ],
    [],
  )
  expect(timeline.map(({ name, detail }) => (name === 'Ended' ? detail : name))).toEqual([
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
  expect(new Set(timeline.map(({ key }) => key)).size).toBe(timeline.length)
})

it('lists each further device or network, and events that were received late', () => {
  const waited = { ...createEvent('hidden', 30), receivedAt: toInstant(30 + 840) }
  const createPlace = (address: string, device: string, firstSecond: number) => ({
    address,
    device,
    firstAt: toInstant(firstSecond),
    lastAt: toInstant(60),
    calls: 3,
    isAtOnce: false,
  })
  const timeline = buildTimeline(
    attempt,
    [waited, createEvent('resume', 50)],
    [],
    [
      createPlace('10.0.0.7', 'Chrome on Windows', 0),
      createPlace('10.0.0.9', 'Firefox on Linux', 40),
    ],
  )
  expect(timeline.map(({ name, detail }) => [name, detail])).toEqual([
    ['Started', ''],
    ['Quiz tab hidden', expect.stringMatching(/reached the server 14\smin later/)],
    ['Another device or network', 'Firefox on Linux, 10.0.0.9.'],
    ['Quiz opened again', expect.not.stringMatching(/later/)],
    ['Ended', 'Auto submission'],
  ])
})

describe('the words for events', () => {
  it.each([
    { durationMs: null, judgement: 'How long it lasted is not known.' },
    { durationMs: 2_999, judgement: 'Probably a slip: too short to read anything.' },
    { durationMs: 3_000, judgement: 'Long enough to read a message.' },
    { durationMs: 29_999, judgement: 'Long enough to read a message.' },
    { durationMs: 30_000, judgement: 'Long enough to look something up or to ask somebody.' },
  ])('judge a hidden tab by its $durationMs ms', ({ durationMs, judgement }) => {
    const likelyCause = getLikelyCause({ kind: 'hidden', durationMs, times: 1 })
    expect(likelyCause).toBe(`Another tab or program, or a locked screen. ${judgement}`)
  })

  it('distinguish a short break of the connection from a long one', () => {
    const likelyCause = (durationMs: number | null) =>
      getLikelyCause({ kind: 'offline', durationMs, times: 1 })
    expect(likelyCause(4_000)).toMatch(/short break/)
    expect(likelyCause(120_000)).toMatch(/the clock ran on/)
    expect(likelyCause(null)).toMatch(/return was not reported/)
  })

  it('say how often keys were pressed', () => {
    expect(toEventLabel({ kind: 'blocked-key', times: 1 })).toBe('Blocked key pressed')
    expect(toEventLabel({ kind: 'blocked-key', times: 4 })).toBe('Blocked key pressed 4 times')
    expect(getLikelyCause({ kind: 'blocked-key', times: 4, durationMs: null })).toMatch(
      /again and again/,
    )
  })

  it.each(recordedKinds)('never call %s cheating', (kind) => {
    for (const durationMs of [null, 0, 600_000]) {
      expect(getLikelyCause({ kind, durationMs, times: 9 })).not.toMatch(/cheat|guilty|fraud/i)
    }
  })
})
