/** Sums over some attempts of what each scored in the rest of the paper, 0 to 1. */
export type ScoreSums = { readonly count: number; readonly sum: number; readonly squares: number }

export const emptyScoreSums: ScoreSums = { count: 0, sum: 0, squares: 0 }

/** The attempts that gave one and the same answer. */
export type AnswerScoreSums = {
  readonly scores: ScoreSums
  /** By the key in force now. */
  readonly isRight: boolean
  /** Indexes of the rows that the answer counts for: the options it is made of. */
  readonly rows: readonly number[]
}

/** All attempts at one question. */
export type ItemScoreSums = {
  readonly rowCount: number
  readonly answers: readonly AnswerScoreSums[]
  readonly unanswered: ScoreSums
  readonly isEveryoneMarked: boolean
}

export type ItemStatistics = {
  readonly attempts: number
  readonly correct: number
  readonly unanswered: number
  /** By row, how many chose it. */
  readonly chosen: readonly number[]
  /** Point-biserial, -1 to 1; null if it is undefined. */
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

/** With fewer attempts than this, a figure is pure chance. */
export const minAttemptsToAnalyse = 10
/** With fewer than this, a figure is only a hint. */
export const minAttemptsToTrust = 30

/**
 * Takes the question's own mark out of the sums of scores: a question must not be correlated with
 * itself.
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

export function analyseItem(sums: ItemScoreSums): ItemStatistics {
  const { rowCount, answers, unanswered, isEveryoneMarked } = sums
  const all = sumScores(answers, unanswered)
  const right = isEveryoneMarked ? all : sumScores(answers.filter(({ isRight }) => isRight))
  const discrimination = isEveryoneMarked ? null : computePointBiserial(right, all)
  const chosen = Array.from(
    { length: rowCount },
    (_, row) => sumScores(answers.filter(({ rows }) => rows.includes(row))).count,
  )
  const hasStrongerDistractor = answers.some(
    ({ isRight, scores }) => !isRight && scores.count > right.count,
  )
  return {
    attempts: all.count,
    correct: right.count,
    unanswered: unanswered.count,
    chosen,
    discrimination,
    verdict: getVerdict({
      all: all.count,
      right: right.count,
      isEveryoneMarked,
      hasStrongerDistractor,
      discrimination,
    }),
  }
}

function sumScores(answers: readonly AnswerScoreSums[], others = emptyScoreSums): ScoreSums {
  return answers.map(({ scores }) => scores).reduce(addScoreSums, others)
}

/** The correlation of a right answer to this question with the score in all others. */
function computePointBiserial(right: ScoreSums, all: ScoreSums): number | null {
  const wrong = all.count - right.count
  const variance = all.squares * all.count - all.sum * all.sum
  // Rounding errors must not turn a variance of zero into a figure.
  if (right.count === 0 || wrong === 0 || variance <= 1e-9 * all.count * all.count) return null
  const covariance = right.sum * all.count - all.sum * right.count
  const r = covariance / Math.sqrt(variance * right.count * wrong)
  return Math.max(-1, Math.min(1, r))
}

type VerdictInput = {
  readonly all: number
  readonly right: number
  readonly isEveryoneMarked: boolean
  /** A wrong answer was given more often than the right one. */
  readonly hasStrongerDistractor: boolean
  readonly discrimination: number | null
}

function getVerdict(input: VerdictInput): Verdict {
  const { all, right, discrimination } = input
  if (all === 0) return 'nobody-answered'
  if (input.isEveryoneMarked) return 'everyone-marked'
  if (all < minAttemptsToAnalyse) return 'too-few'
  if (discrimination !== null && discrimination < 0 && input.hasStrongerDistractor)
    return 'key-doubtful'
  if (right === all) return 'all-right'
  if (right === 0) return 'all-wrong'
  if (discrimination === null) return 'all-alike'
  if (discrimination < 0.1) return 'poor'
  if (discrimination < 0.2) return 'weak'
  return discrimination < 0.3 ? 'fair' : 'good'
}
