import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { added, itemOf, noTally, restOf, type Tally } from './item-analysis.ts'

/** One attempt: the option chosen (null: none), and how many of the other questions were right. */
type Seen = { readonly option: number | null; readonly others: number }

const questionCount = 10
const optionCount = 4

/** As the database adds it up: whole scores by option. */
function analysed(seen: readonly Seen[], key: number | null) {
  const rest = (wanted: number | null) => {
    const isCorrect = key === null || wanted === key
    const scores = seen
      .filter(({ option }) => option === wanted)
      .map(({ others }) => others + (isCorrect ? 1 : 0))
    return restOf(tallyOf(scores), isCorrect, questionCount)
  }
  const options = Array.from({ length: optionCount }, (_, option) => rest(option))
  return itemOf({ options, unanswered: rest(null), key })
}

function tallyOf(scores: readonly number[]): Tally {
  return scores
    .map((score) => ({ count: 1, sum: score, squares: score * score }))
    .reduce(added, noTally)
}

/** Pearson's correlation as a schoolbook has it. */
function naive(seen: readonly Seen[], key: number): number | null {
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

const aClass = fc.array(
  fc.record({
    option: fc.option(fc.nat({ max: optionCount - 1 })),
    others: fc.nat({ max: questionCount - 1 }),
  }),
  { maxLength: 60 },
)

describe('the analysis of a question', () => {
  it('agrees with the schoolbook for any class', () => {
    fc.assert(
      fc.property(aClass, fc.nat({ max: optionCount - 1 }), (seen, key) => {
        const { attempts, correct, unanswered, chosen, discrimination } = analysed(seen, key)
        const counts = [0, 1, 2, 3].map((at) => seen.filter(({ option }) => option === at).length)
        expect({ attempts, correct, unanswered, chosen }).toEqual({
          attempts: seen.length,
          correct: counts[key],
          unanswered: seen.filter(({ option }) => option === null).length,
          chosen: counts,
        })
        const expected = seen.length === 0 ? null : naive(seen, key)
        if (expected === null) expect(discrimination).toBeNull()
        else expect(discrimination).toBeCloseTo(expected, 6)
      }),
    )
  })

  it('tells nothing of a question for which everyone gets the mark', () => {
    fc.assert(
      fc.property(aClass, (seen) => {
        const { correct, discrimination } = analysed(seen, null)
        expect([correct, discrimination]).toEqual([seen.length, null])
      }),
    )
  })

  it('can be added up over several revisions', () => {
    fc.assert(
      fc.property(aClass, aClass, (one, other) => {
        const apart = added(tallyOf(one.map((s) => s.others)), tallyOf(other.map((s) => s.others)))
        expect(apart).toEqual(tallyOf([...one, ...other].map((s) => s.others)))
      }),
    )
  })
})

const many = (count: number, option: number | null, others: number): Seen[] =>
  Array.from({ length: count }, () => ({ option, others }))

describe('the verdict', () => {
  it.each([
    { title: 'no attempt', seen: [], verdict: 'nobody-answered' },
    { title: 'nine attempts', seen: [...many(5, 0, 9), ...many(4, 1, 1)], verdict: 'too-few' },
    { title: 'all right', seen: [...many(6, 0, 9), ...many(6, 0, 3)], verdict: 'all-right' },
    { title: 'nobody right', seen: [...many(6, 1, 9), ...many(6, 2, 3)], verdict: 'all-wrong' },
    { title: 'equal scores', seen: [...many(6, 0, 5), ...many(6, 1, 5)], verdict: 'all-alike' },
    {
      title: 'the best chose B',
      seen: [...many(8, 1, 9), ...many(4, 0, 2)],
      verdict: 'key-doubtful',
    },
    {
      title: 'a few of the best erred',
      seen: [...many(9, 0, 5), ...many(3, 1, 9)],
      verdict: 'poor',
    },
    { title: 'the best are right', seen: [...many(6, 0, 9), ...many(6, 1, 2)], verdict: 'good' },
  ] as const)('of $title is $verdict', ({ seen, verdict }) => {
    expect(analysed(seen, 0).verdict).toBe(verdict)
  })

  it('says so when everyone gets the mark', () => {
    expect(analysed(many(20, 1, 3), null).verdict).toBe('everyone-marked')
  })
})

it('has nothing to compare with on a paper of one question', () => {
  const rest = restOf({ count: 12, sum: 12, squares: 12 }, true, 1)
  const other = restOf({ count: 12, sum: 0, squares: 0 }, false, 1)
  const item = itemOf({ options: [rest, other], unanswered: noTally, key: 0 })
  expect([item.correct, item.discrimination, item.verdict]).toEqual([12, null, 'all-alike'])
})
