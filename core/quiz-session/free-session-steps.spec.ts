import { describe, expect, it } from 'vitest'
import {
  answered,
  change,
  createPaper,
  type Event,
  follow,
  open,
  type Session,
  step,
} from '#test/free-session-steps.ts'
import { at, endsAt, submitted, wait } from '#test/quiz-session-steps.ts'
import type { PaperProgress } from './free-progress.ts'

const store = (...parts: Parameters<typeof change>) => ({
  type: 'store-answer',
  answer: change(...parts),
})

const go = (to: string) => ({ type: 'went', to }) as const

const marked = createPaper({
  q1: { answer: null, mark: { value: true, sequence: 4 }, seen: 5 },
})

const review = follow(open, go('end'))

const last = follow(open, go('q3'))

const failed: Session = {
  ...open,
  lastTurn: 1,
  phase: {
    at: 'failed',
    isTriedAgain: false,
    ending: {
      kind: 'finished',
      isOutcome: false,
      observed: null,
      unsubmitted: null,
      resumesAs: null,
      endsAt,
      turn: 1,
      failures: 1,
      hasFailed: true,
    },
  },
}

const pressed = (pressedAt: number): Session => ({
  ...open,
  ...(open.free && { free: { ...open.free, pressedAt } }),
})

const seen = (questionId: string) => [store({ seen: true }, questionId)]

describe('a step in a free paper', () => {
  const rows: readonly (readonly [string, Session, Event, object, readonly object[]])[] = [
    [
      'notes the first question',
      createPaper(),
      { type: 'started' },
      { questionId: 'q1' },
      [wait('poll', 6750), ...seen('q1')],
    ],
    [
      'notes no question twice',
      open,
      { type: 'started' },
      { questionId: 'q1' },
      [wait('poll', 6750)],
    ],
    ['stores a choice', open, { type: 'chosen', answer: 7 }, { chosen: null }, [store(7)]],
    ['clears a choice', answered, { type: 'chosen', answer: null }, {}, [store({ cleared: true })]],
    ['clears nothing where nothing is', open, { type: 'chosen', answer: null }, {}, []],
    ['marks', open, { type: 'mark-pressed' }, {}, [store({ marked: true })]],
    ['takes a mark away', marked, { type: 'mark-pressed' }, {}, [store({ marked: false })]],
    ['goes to a question', open, go('q3'), { questionId: 'q3' }, seen('q3')],
    ['goes to where it is', open, go('q1'), { questionId: 'q1' }, []],
    ['goes to no other paper’s question', open, go('q9'), { questionId: 'q1' }, []],
    ['goes nowhere while an end is sent', failed, go('q3'), { questionId: 'q1' }, []],
    ['reviews', open, go('end'), { free: { isReviewing: true, isFromReview: true } }, []],
    [
      'reviews nothing while an end is sent',
      failed,
      go('end'),
      { free: { isReviewing: false } },
      [],
    ],
    [
      'returns from the review',
      review,
      go('q1'),
      { free: { isReviewing: false, isFromReview: true } },
      [],
    ],
    ['chooses nothing in the review', review, { type: 'chosen', answer: 7 }, {}, []],
    ['chooses nothing while an end is sent', failed, { type: 'chosen', answer: 7 }, {}, []],
    [
      'saves and goes on',
      open,
      submitted,
      { questionId: 'q2', free: { pressedAt: at } },
      seen('q2'),
    ],
    [
      'saves and reviews at the last question',
      last,
      submitted,
      { questionId: 'q3', free: { isReviewing: true, pressedAt: at } },
      [],
    ],
    ['takes a second press for the first', pressed(at - 499), submitted, { questionId: 'q1' }, []],
    [
      'takes a press after half a second',
      pressed(at - 500),
      submitted,
      { questionId: 'q2' },
      seen('q2'),
    ],
    [
      'takes a press of a clock that is behind',
      pressed(at + 500),
      submitted,
      { questionId: 'q2' },
      seen('q2'),
    ],
    [
      'takes a second press of a clock that is behind for the first',
      pressed(at + 499),
      submitted,
      { questionId: 'q1' },
      [],
    ],
    [
      'finishes in the review',
      review,
      submitted,
      { phase: { at: 'sending', step: 'loading' } },
      [wait('end', 10_000), { type: 'load-answers', turn: 1 }],
    ],
    [
      'tries a failed end again',
      failed,
      submitted,
      { phase: { at: 'sending', ending: { turn: 2 } } },
      [{ type: 'load-answers', turn: 2 }],
    ],
    [
      'goes no further while the end is sent',
      follow(open, { type: 'time-over' }),
      submitted,
      { questionId: 'q1', phase: { at: 'sending' } },
      [],
    ],
    ['postpones nothing', open, { type: 'postponed' }, { questionId: 'q1' }, []],
    ['finishes early nowhere', open, { type: 'finished-early' }, { phase: { at: 'open' } }, []],
  ]
  it.each(rows)('%s', (_, session, event, changes, effects) => {
    const [next, caused] = step(session, event)
    expect(caused).toEqual(effects)
    expect(next).toMatchObject(changes)
    expect(next.queue.waiting).toHaveLength(
      session.queue.waiting.length + effects.filter((one) => 'answer' in one).length,
    )
  })
})

it.each<readonly [string, PaperProgress<number>, string]>([
  ['the first question of a new paper', {}, 'q1'],
  ['the question that was shown last', { q2: { answer: null, mark: null, seen: 5 } }, 'q2'],
  ['the first where the last is of no paper', { q9: { answer: null, mark: null, seen: 5 } }, 'q1'],
])('a free paper opens at %s', (_, known, questionId) => {
  expect(createPaper(known).questionId).toBe(questionId)
})
