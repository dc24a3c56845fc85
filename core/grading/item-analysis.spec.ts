import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addScoreSums,
  analyseItem,
  emptyScoreSums,
  minAttemptsToTrust,
  type ScoreSums,
  toRestScores,
} from './item-analysis.ts'

/** One attempt: the option chosen (null: none), and how many of the other questions were right. */
type ObservedAttempt = { readonly option: number | null; readonly others: number }

const questionCount = 10
const optionCount = 4

/** As the database adds it up: whole scores by option. */
function analyseAttempts(seen: readonly ObservedAttempt[], key: number | null) {
  const sumRestScores = (chosen: number | null) => {
    const isCorrect = key === null || chosen === key
    const scores = seen
      .filter(({ option }) => option === chosen)
      .map(({ others }) => others + (isCorrect ? 1 : 0))
    return toRestScores(sumScores(scores), isCorrect, questionCount)
  }
  const answers = Array.from({ length: optionCount }, (_, option) => ({
    scores: sumRestScores(option),
    isRight: option === key,
    rows: [option],
  }))
  const unanswered = sumRestScores(null)
  return analyseItem({ rowCount: optionCount, answers, unanswered, isEveryoneMarked: key === null })
}

function sumScores(scores: readonly number[]): ScoreSums {
  return scores
    .map((score) => ({ count: 1, sum: score, squares: score * score }))
    .reduce(addScoreSums, emptyScoreSums)
}

/** Pearson's correlation as a schoolbook has it. */
function computeTextbookCorrelation(seen: readonly ObservedAttempt[], key: number): number | null {
  const marks = seen.map(({ option }) => (option === key ? 1 : 0))
  const rests = seen.map(({ others }) => others / (questionCount - 1))
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
  const [markMean, restMean] = [mean(marks), mean(rests)]
  const product = marks.map((mark, at) => (mark - markMean) * ((rests[at] ?? 0) - restMean))
  const spread = (list: readonly number[], centre: number) =>
    Math.sqrt(mean(list.map((one) => (one - centre) ** 2)))
  const spreads = spread(marks, markMean) * spread(rests, restMean)
  return spreads < 1e-9 ? null : mean(product) / spreads
}

const cohort = fc.array(
  fc.record({
    option: fc.option(fc.nat({ max: optionCount - 1 })),
    others: fc.nat({ max: questionCount - 1 }),
  }),
  { maxLength: 60 },
)

describe('the analysis of a question', () => {
  it('agrees with the textbook for any class', () => {
    fc.assert(
      fc.property(cohort, fc.nat({ max: optionCount - 1 }), (seen, key) => {
        const { attempts, correct, unanswered, chosen, discrimination } = analyseAttempts(seen, key)
        const counts = [0, 1, 2, 3].map((at) => seen.filter(({ option }) => option === at).length)
        expect({ attempts, correct, unanswered, chosen }).toEqual({
          attempts: seen.length,
          correct: counts[key],
          unanswered: seen.filter(({ option }) => option === null).length,
          chosen: counts,
        })
        const expected = seen.length === 0 ? null : computeTextbookCorrelation(seen, key)
        if (expected === null) expect(discrimination).toBeNull()
        else expect(discrimination).toBeCloseTo(expected, 6)
      }),
    )
  })

  it('gives no figures for a question for which everyone gets the mark', () => {
    fc.assert(
      fc.property(cohort, (seen) => {
        const { correct, discrimination } = analyseAttempts(seen, null)
        expect([correct, discrimination]).toEqual([seen.length, null])
      }),
    )
  })

  it('can be added up over several revisions', () => {
    fc.assert(
      fc.property(cohort, cohort, (one, other) => {
        const apart = addScoreSums(
          sumScores(one.map((s) => s.others)),
          sumScores(other.map((s) => s.others)),
        )
        expect(apart).toEqual(sumScores([...one, ...other].map((s) => s.others)))
      }),
    )
  })
})

const repeatAttempt = (count: number, option: number | null, others: number): ObservedAttempt[] =>
  Array.from({ length: count }, () => ({ option, others }))

describe('the verdict', () => {
  it.each([
    { title: 'no attempt', seen: [], verdict: 'nobody-answered' },
    {
      title: 'nine attempts',
      seen: [...repeatAttempt(5, 0, 9), ...repeatAttempt(4, 1, 1)],
      verdict: 'too-few',
    },
    {
      title: 'all right',
      seen: [...repeatAttempt(6, 0, 9), ...repeatAttempt(6, 0, 3)],
      verdict: 'all-right',
    },
    {
      title: 'nobody right',
      seen: [...repeatAttempt(6, 1, 9), ...repeatAttempt(6, 2, 3)],
      verdict: 'all-wrong',
    },
    {
      title: 'equal scores',
      seen: [...repeatAttempt(6, 0, 5), ...repeatAttempt(6, 1, 5)],
      verdict: 'all-alike',
    },
    {
      title: 'the best chose B',
      seen: [...repeatAttempt(8, 1, 9), ...repeatAttempt(4, 0, 2)],
      verdict: 'key-doubtful',
    },
    {
      title: 'a few of the best erred',
      seen: [...repeatAttempt(9, 0, 5), ...repeatAttempt(3, 1, 9)],
      verdict: 'poor',
    },
    {
      title: 'the best are right',
      seen: [...repeatAttempt(6, 0, 9), ...repeatAttempt(6, 1, 2)],
      verdict: 'good',
    },
  ] as const)('of $title is $verdict', ({ seen, verdict }) => {
    expect(analyseAttempts(seen, 0).verdict).toBe(verdict)
  })

  /** Half of the attempts are right; half have all other questions right, `rightSum` are both. */
  function analyseHalves(count: number, rightSum: number) {
    const half = count / 2
    const answers = [
      { scores: { count: half, sum: rightSum, squares: rightSum }, isRight: true, rows: [0] },
      {
        scores: { count: half, sum: half - rightSum, squares: half - rightSum },
        isRight: false,
        rows: [1],
      },
    ]
    return analyseItem({
      rowCount: 2,
      answers,
      unanswered: emptyScoreSums,
      isEveryoneMarked: false,
    })
  }

  it.each([
    { rightSum: 27.49, discrimination: 0.0996, verdict: 'poor' },
    { rightSum: 27.5, discrimination: 0.1, verdict: 'weak' },
    { rightSum: 29.99, discrimination: 0.1996, verdict: 'weak' },
    { rightSum: 30, discrimination: 0.2, verdict: 'fair' },
    { rightSum: 32.49, discrimination: 0.2996, verdict: 'fair' },
    { rightSum: 32.5, discrimination: 0.3, verdict: 'good' },
  ])('of a discrimination of $discrimination is $verdict', (one) => {
    const analysis = analyseHalves(100, one.rightSum)
    expect(analysis.discrimination).toBeCloseTo(one.discrimination, 9)
    expect(analysis.verdict).toBe(one.verdict)
  })

  it('needs ten attempts, and thirty to be more than a hint', () => {
    expect(analyseHalves(8, 4).verdict).toBe('too-few')
    expect(analyseHalves(10, 5).verdict).toBe('good')
    expect(minAttemptsToTrust).toBe(30)
  })

  it.each([
    {
      title: 'a wrong answer is as common as the right one',
      seen: [...repeatAttempt(6, 1, 9), ...repeatAttempt(6, 0, 2)],
      verdict: 'poor',
    },
    {
      title: 'a wrong answer is the most common, and the best are right',
      seen: [...repeatAttempt(8, 1, 2), ...repeatAttempt(4, 0, 9)],
      verdict: 'good',
    },
    {
      title: 'most leave it out, and the best with them',
      seen: [...repeatAttempt(8, null, 9), ...repeatAttempt(4, 0, 2)],
      verdict: 'poor',
    },
  ] as const)('does not doubt the key where $title', ({ seen, verdict }) => {
    expect(analyseAttempts(seen, 0).verdict).toBe(verdict)
  })

  it('says when everyone gets the mark', () => {
    expect(analyseAttempts(repeatAttempt(20, 1, 3), null).verdict).toBe('everyone-marked')
  })
})

it('a paper of one question gives nothing to compare with', () => {
  const sumRestScores = toRestScores({ count: 12, sum: 12, squares: 12 }, true, 1)
  const other = toRestScores({ count: 12, sum: 0, squares: 0 }, false, 1)
  const item = analyseItem({
    rowCount: 2,
    answers: [
      { scores: sumRestScores, isRight: true, rows: [0] },
      { scores: other, isRight: false, rows: [1] },
    ],
    unanswered: emptyScoreSums,
    isEveryoneMarked: false,
  })
  expect([item.correct, item.discrimination, item.verdict]).toEqual([12, null, 'all-alike'])
})
