/** Sums over some attempts of what each scored in the rest of the paper, 0 to 1. */
export type ScoreSums = { readonly count: number; readonly sum: number; readonly squares: number }

export const emptyScoreSums: ScoreSums = { count: 0, sum: 0, squares: 0 }

/** How many attempts chose each option, and how many none; a question with its key as it counts. */
export type OptionScoreSums = {
  readonly options: readonly ScoreSums[]
  readonly unanswered: ScoreSums
  /** Index of the option that counts as right, or null when everyone gets the mark. */
  readonly key: number | null
}

export type ItemStatistics = {
  readonly attempts: number
  readonly correct: number
  readonly unanswered: number
  readonly chosen: readonly number[]
  /** Point-biserial, -1 to 1; null where nothing can be told. */
  readonly discrimination: number | null
  readonly verdict: Verdict
}

export type Verdict =
  | 'nobody-answered'
  | 'everyone-marked'
  | 'too-few'
  | 'all-right'
  | 'all-wrong'
  | 'all-alike'
  | 'key-doubtful'
  | 'poor'
  | 'weak'
  | 'fair'
  | 'good'

/** With fewer attempts than this chance alone makes any figure. */
export const minAttemptsToAnalyse = 10
/** With fewer than this a figure is a hint. */
export const minAttemptsToTrust = 30

/**
 * From sums of whole scores to sums of what was scored elsewhere on the paper: a question would
 * else agree with itself.
 */
export function toRestScores(
  scores: ScoreSums,
  isCorrect: boolean,
  questionCount: number,
): ScoreSums {
  const others = questionCount - 1
  if (others < 1) return { count: scores.count, sum: 0, squares: 0 }
  const own = isCorrect ? 1 : 0
  const { count, sum, squares } = scores
  return {
    count,
    sum: (sum - own * count) / others,
    squares: (squares - 2 * own * sum + own * count) / (others * others),
  }
}

export function addScoreSums(one: ScoreSums, other: ScoreSums): ScoreSums {
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    squares: one.squares + other.squares,
  }
}

export function analyseItem(sums: OptionScoreSums): ItemStatistics {
  const { options, unanswered, key } = sums
  const all = options.reduce(addScoreSums, unanswered)
  const right = key === null ? all : (options[key] ?? emptyScoreSums)
  const discrimination = key === null ? null : computePointBiserial(right, all)
  const chosen = options.map(({ count }) => count)
  return {
    attempts: all.count,
    correct: right.count,
    unanswered: unanswered.count,
    chosen,
    discrimination,
    verdict: getVerdict({ all: all.count, right: right.count, chosen, key, discrimination }),
  }
}

/** The correlation of having this question right with the score in all the others. */
function computePointBiserial(right: ScoreSums, all: ScoreSums): number | null {
  const wrong = all.count - right.count
  const variance = all.squares * all.count - all.sum * all.sum
  // What rounding leaves of nothing is still nothing.
  if (right.count === 0 || wrong === 0 || variance <= 1e-9 * all.count * all.count) return null
  const covariance = right.sum * all.count - all.sum * right.count
  const r = covariance / Math.sqrt(variance * right.count * wrong)
  return Math.max(-1, Math.min(1, r))
}

type VerdictInput = {
  readonly all: number
  readonly right: number
  readonly chosen: readonly number[]
  readonly key: number | null
  readonly discrimination: number | null
}

function getVerdict({ all, right, chosen, key, discrimination }: VerdictInput): Verdict {
  if (all === 0) return 'nobody-answered'
  if (key === null) return 'everyone-marked'
  if (all < minAttemptsToAnalyse) return 'too-few'
  const hasStrongerDistractor = chosen.some((count, option) => option !== key && count > right)
  if (discrimination !== null && discrimination < 0 && hasStrongerDistractor) return 'key-doubtful'
  if (right === all) return 'all-right'
  if (right === 0) return 'all-wrong'
  if (discrimination === null) return 'all-alike'
  if (discrimination < 0.1) return 'poor'
  if (discrimination < 0.2) return 'weak'
  return discrimination < 0.3 ? 'fair' : 'good'
}
