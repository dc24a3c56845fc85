import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyChange,
  findPlace,
  getQuestionState,
  getSequence,
  mergeProgress,
  type QuestionNote,
  type QuestionProgress,
  untouched,
} from './free-paper.ts'

type Change = { question: string; sequence: number; what: number | QuestionNote }
type Progress = Record<string, QuestionProgress<number>>

/** Few questions and few numbers, so that repeats, equals and late-comers are common. */
const change: fc.Arbitrary<Change> = fc.record({
  question: fc.constantFrom('q1', 'q2', 'q3'),
  sequence: fc.nat(12),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.nat(3) },
    { weight: 2, arbitrary: fc.constant({ cleared: true as const }) },
    { weight: 2, arbitrary: fc.boolean().map((marked) => ({ marked })) },
    { weight: 1, arbitrary: fc.constant({ seen: true as const }) },
  ),
})
const histories = fc.array(change, { maxLength: 40, size: 'max' })
const runs = { numRuns: Number(process.env.RUNS ?? 1000) }

function play(history: readonly Change[]): Progress {
  const progress: Progress = {}
  for (const { question, sequence, what } of history)
    progress[question] = applyChange(progress[question] ?? untouched, what, sequence)
  return progress
}

/** The same in the simplest form: of each part the change with the highest number, the first of equals. */
function model(history: readonly Change[], question: string) {
  const findLast = (isPart: (what: Change['what']) => boolean) =>
    history
      .filter((one) => one.question === question && isPart(one.what))
      .reduce<Change | undefined>(
        (best, one) => (best && best.sequence >= one.sequence ? best : one),
        undefined,
      )
  const has = (field: string) => (what: Change['what']) => typeof what === 'object' && field in what
  const answer = findLast((what) => typeof what === 'number' || has('cleared')(what))?.what
  const mark = findLast(has('marked'))?.what
  return {
    answer: typeof answer === 'number' ? answer : null,
    isMarked: typeof mark === 'object' && 'marked' in mark && mark.marked,
    isSeen: findLast(has('seen')) !== undefined,
  }
}

const summarize = ({ answer, mark, seen }: QuestionProgress<number> = untouched) => ({
  answer: answer?.value ?? null,
  isMarked: mark?.value ?? false,
  isSeen: seen !== null,
})

describe('any history of answers, clearings and marks', () => {
  it('ends in the state of the model', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const progress = play(history)
        for (const question of ['q1', 'q2', 'q3'])
          expect(summarize(progress[question])).toEqual(model(history, question))
      }),
      runs,
    )
  })

  it('ends in the same state in any order and with repeats, if the numbers differ', () => {
    const numbered = histories.map((history) =>
      history.map((one, sequence) => ({ ...one, sequence })),
    )
    const sent = numbered.chain((clean) =>
      fc.record({
        clean: fc.constant(clean),
        shuffled: fc.shuffledSubarray([...clean, ...clean], { minLength: 2 * clean.length }),
      }),
    )
    fc.assert(
      fc.property(sent, ({ clean, shuffled }) => {
        const [one, other] = [play(clean), play(shuffled)]
        for (const question of ['q1', 'q2', 'q3']) expect(other[question]).toEqual(one[question])
      }),
      runs,
    )
  })

  it('merges to the same state on two devices', () => {
    fc.assert(
      fc.property(histories, fc.nat(40), (history, split) => {
        const numbered = history.map((one, sequence) => ({ ...one, sequence }))
        const here = play(numbered.filter((_, index) => (index + split) % 2 === 0))
        const there = play(numbered.filter((_, index) => (index + split) % 2 !== 0))
        for (const question of ['q1', 'q2', 'q3']) {
          const [one, other] = [here[question] ?? untouched, there[question] ?? untouched]
          expect(mergeProgress(one, other)).toEqual(mergeProgress(other, one))
          expect(mergeProgress(one, other)).toEqual(play(numbered)[question] ?? untouched)
        }
      }),
      runs,
    )
  })
})

describe('one question', () => {
  it('has a state made of seen, answered and marked', () => {
    const seen = applyChange<number>(untouched, { seen: true }, 1)
    const answered = applyChange<number>(seen, 2, 2)
    const marked = applyChange<number>(answered, { marked: true }, 3)
    expect(getQuestionState()).toBe('not-seen')
    expect([seen, answered, marked].map((one) => getQuestionState(one))).toEqual([
      'seen',
      'answered',
      'answered-marked',
    ])
    const cleared = applyChange<number>(marked, { cleared: true }, 4)
    expect(getQuestionState(cleared)).toBe('marked')
    expect(getQuestionState(applyChange<number>(cleared, { marked: false }, 5))).toBe('seen')
  })

  it('stays cleared when an older answer arrives late', () => {
    const cleared = applyChange<number>(untouched, { cleared: true }, 5)
    expect(applyChange<number>(cleared, 1, 4)).toBe(cleared)
    expect(applyChange<number>(cleared, 1, 5)).toBe(cleared)
    expect(applyChange<number>(cleared, 1, 6).answer).toEqual({ value: 1, sequence: 6 })
    expect(getSequence(cleared, 'mark')).toBe(-1)
  })
})

it('a paper resumes at the question that was shown last', () => {
  const see = (sequence: number) => applyChange<number>(untouched, { seen: true }, sequence)
  expect(findPlace([])).toBeUndefined()
  expect(findPlace([['q1', applyChange<number>(untouched, 1, 9)]])).toBeUndefined()
  const shown = [
    ['q1', see(3)],
    ['q2', see(7)],
    ['q3', see(5)],
  ] as const
  expect(findPlace(shown)).toBe('q2')
})
