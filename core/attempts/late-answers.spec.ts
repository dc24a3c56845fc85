import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  classifyLateAnswer,
  countLateAnswers,
  getChosenAt,
  isChosenBeforeEnd,
  type LateAnswerRecord,
  leaveOutLateAnswers,
  leaveOutNotes,
} from './late-answers.ts'

const startedAt = 1_000_000
const attempt = {
  startedAt,
  endsAt: startedAt + 60_000,
  closesAt: startedAt + 75_000,
  finishedAt: startedAt + 30_000,
  finishReason: 'Developer tools opened' as const,
  answers: { q1: { value: { option: 0 }, sequence: startedAt + 10_000 } },
}
const late = (change: Partial<LateAnswerRecord> = {}): LateAnswerRecord => ({
  questionId: 'q1',
  value: { option: 2 },
  sequence: startedAt + 20_000,
  receivedAt: startedAt + 90_000,
  decision: null,
  replaced: null,
  ...change,
})

describe('answers of a free paper that arrive together', () => {
  const sent = (sequence: number, value: object, questionId = 'q1') => {
    return { questionId, sequence, sent: value }
  }
  const [first, cleared, again] = [
    sent(1, { selectedOption: 0 }),
    sent(2, { cleared: true }),
    sent(3, { selectedOption: 1 }),
  ]

  it('keep the one that was given again after it was cleared', () => {
    expect(leaveOutNotes([first, cleared, again])).toEqual([again])
    expect(leaveOutNotes([again, cleared, first])).toEqual([again])
  })

  it('keep none that was cleared last, and all of other questions', () => {
    const other = sent(1, { selectedOption: 2 }, 'q2')
    expect(leaveOutNotes([first, cleared, other])).toEqual([other])
  })

  it('are not replaced by marks, by what was seen, or by themselves', () => {
    const notes = [sent(4, { marked: true }), sent(5, { seen: true })]
    expect(leaveOutNotes([first, ...notes])).toEqual([first])
    expect(leaveOutNotes([{ ...first, sequence: 2 }, cleared])).toEqual([{ ...first, sequence: 2 }])
  })
})

it('an answer without a number is older than any with one', () => {
  const unnumbered = { questionId: 'q1', sent: { selectedOption: 0 } }
  const cleared = { questionId: 'q1', sent: { cleared: true } }
  expect(leaveOutNotes([unnumbered, { ...cleared, sequence: 1 }])).toEqual([])
  expect(leaveOutNotes([unnumbered, cleared])).toEqual([unnumbered])
  expect(leaveOutNotes([{ ...unnumbered, sequence: 1 }, cleared])).toHaveLength(1)
})

describe('an answer to an attempt that is over', () => {
  it.each([
    ['the one that counts', 'q1', startedAt + 10_000, 'saved'],
    ['an older one than that', 'q1', startedAt + 9_999, 'saved'],
    ['a newer one', 'q1', startedAt + 10_001, 'late'],
    ['the first one of its question', 'q2', startedAt + 20_000, 'late'],
    ['one chosen after the end, by a device that did not know', 'q2', startedAt + 40_000, 'late'],
    ['one chosen in the grace period', 'q2', startedAt + 75_000, 'late'],
    ['one chosen after it', 'q2', startedAt + 75_001, 'declined'],
  ] as const)('%s', (_, questionId, sequence, expected) => {
    const answer = { value: { option: 2 }, sequence }
    expect(classifyLateAnswer(attempt, questionId, answer)).toBe(expected)
  })

  it.each([
    ['in the second of the finish', startedAt + 31_000, 'late'],
    ['just after that second', startedAt + 31_001, 'after-finish'],
    ['after the deadline', startedAt + 75_001, 'declined'],
  ] as const)(
    'chosen on a second device %s, after the student finished',
    (_, sequence, expected) => {
      const finished = { ...attempt, finishReason: 'Completed' as const }
      const answer = { value: { option: 2 }, sequence }
      expect(classifyLateAnswer(finished, 'q2', answer)).toBe(expected)
    },
  )

  it('counts already if it is the same, whatever its sequence number', () => {
    const answer = { value: { option: 0 }, sequence: startedAt + 10_001 }
    expect(classifyLateAnswer(attempt, 'q1', answer)).toBe('saved')
  })

  it('was chosen when the device says, within possible limits', () => {
    expect(getChosenAt(attempt, late())).toBe(startedAt + 20_000)
    expect(getChosenAt(attempt, late({ sequence: 7 }))).toBe(startedAt)
    expect(getChosenAt(attempt, late({ sequence: startedAt + 99_000 }))).toBe(startedAt + 90_000)
  })

  it('is distinguished from one chosen after the finish', () => {
    expect(isChosenBeforeEnd(attempt, late())).toBe(true)
    expect(isChosenBeforeEnd(attempt, late({ sequence: startedAt + 31_000 }))).toBe(true)
    expect(isChosenBeforeEnd(attempt, late({ sequence: startedAt + 31_001 }))).toBe(false)
    const running = { ...attempt, finishedAt: null }
    expect(isChosenBeforeEnd(running, late({ sequence: startedAt + 61_000 }))).toBe(true)
    expect(isChosenBeforeEnd(running, late({ sequence: startedAt + 61_001 }))).toBe(false)
  })
})

describe('accepting and leaving out', () => {
  it('replaces an older answer, and leaving out restores it', () => {
    const accepted = countLateAnswers(attempt.answers, [late()])
    expect(accepted).toEqual({ q1: { value: { option: 2 }, sequence: startedAt + 20_000 } })
    const decided = late({ decision: 'accepted', replaced: attempt.answers.q1 })
    expect(leaveOutLateAnswers(accepted, [decided])).toEqual(attempt.answers)
  })

  it('keep an answer that the student gave since, in a reopened attempt', () => {
    const newer = { q1: { value: { option: 3 }, sequence: startedAt + 80_000 } }
    expect(countLateAnswers(newer, [late()])).toEqual(newer)
    expect(leaveOutLateAnswers(newer, [late({ decision: 'accepted' })])).toEqual(newer)
  })

  it('cancel each other out exactly, in any order of the answers', () => {
    const answer = fc.record({ value: fc.record({ option: fc.nat(7) }), sequence: fc.nat(20) })
    const questionIds = fc.constantFrom('q1', 'q2', 'q3', 'q4')
    const answers = fc.dictionary(questionIds, answer, { noNullPrototype: true })
    fc.assert(
      fc.property(answers, answers, (counted, lateAnswers) => {
        const waiting = Object.entries(lateAnswers).map(([questionId, one]) =>
          late({ questionId, ...one }),
        )
        const accepted = countLateAnswers(counted, waiting)
        for (const id of ['q1', 'q2', 'q3', 'q4']) {
          const newest = Math.max(counted[id]?.sequence ?? -1, lateAnswers[id]?.sequence ?? -1)
          expect(accepted[id]?.sequence ?? -1).toBe(newest)
        }
        const decided = waiting
          .filter(({ questionId }) => accepted[questionId] !== counted[questionId])
          .map((one) => ({
            ...one,
            decision: 'accepted' as const,
            replaced: counted[one.questionId] ?? null,
          }))
        expect(leaveOutLateAnswers(accepted, decided)).toEqual(counted)
      }),
    )
  })
})
