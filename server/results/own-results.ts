import type { ReplyOf } from '#contract/endpoint.ts'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import type { getOwnResult as contract, OwnAttempt } from '#contract/results.ts'
import { isFree } from '#core/exams/exam.ts'
import { canStudentSeeResult } from '#core/grading/release.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { attachAnswers } from '../attempts/answer-queries.ts'
import { loadCounting } from '../attempts/counted-attempts.ts'
import { listLateAnswers } from '../attempts/late-answers.ts'
import { loadNextAttempts } from '../attempts/next-attempts.ts'
import { listClearedSequences } from '../attempts/question-progress.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getCorrectionTimes, getKeyCorrections } from '../exams/grading-queries.ts'
import { getImageSizes, getPaper, getPapers } from '../exams/queries.ts'
import { listOwnIncidents } from '../incidents/list-incidents.ts'
import { listEndings } from './attempt-endings.ts'
import { type AttemptListItem, listAttemptsOfStudent } from './queries.ts'
import { toCountingField, toNextAttemptField, toOwnAttempt, toResponses } from './serialize.ts'

export async function listOwnAttempts(deps: Deps, studentId: string): Promise<OwnAttempt[]> {
  const rows = await listAttemptsOfStudent(deps.db.read, studentId)
  const papers = await getPapers(
    deps.db.read,
    rows.map(({ revisionId }) => revisionId),
  )
  const at = deps.now()
  const hidden = rows.filter((item) => !canSeeResult(item, rows))
  const endings = await listEndings(deps.db.read, hidden, papers)
  const incidents = await listOwnIncidents(deps.db.read, rows, at)
  const counting = await loadOwnCounting(deps.db.read, rows)
  return rows.map((item) => {
    const paper = papers.get(item.revisionId)
    if (!paper) throw new Error('An attempt points at a revision that is gone')
    const ending = endings.get(item.id)
    const incident = incidents.get(item.id)
    const attempt = toOwnAttempt(item, paper, canSeeResult(item, rows), at)
    const counts = toCountingField(counting.get(item.id))
    return { ...attempt, ...counts, ...(ending && { ending }), ...(incident && { incident }) }
  })
}

/** A student's own sheet, if the one rule of release allows it. */
export async function getOwnResult(
  deps: Deps,
  { studentId, attemptId }: { studentId: string; attemptId: string },
): Promise<ReplyOf<typeof contract> | Refusal<'attempt-not-found' | 'results-not-released'>> {
  const rows = await listAttemptsOfStudent(deps.db.read, studentId)
  const item = rows.find(({ id }) => id === attemptId)
  if (!item) return refuse('attempt-not-found')
  if (!canSeeResult(item, rows)) return refuse('results-not-released')
  const paper = await getPaper(deps.db.read, item.revisionId)
  const responses = await loadResponses(deps.db.read, item)
  const late = (await listLateAnswers(deps.db.read, [item.id])).get(item.id)
  const accepted = late?.filter(({ decision }) => decision === 'accepted').length ?? 0
  const at = deps.now()
  const { examId } = item
  const next = await loadNextAttempts(deps.db.read, { examId, studentIds: [studentId] }, at)
  return {
    ...toOwnAttempt(item, paper, true, at),
    ...toCountingField((await loadOwnCounting(deps.db.read, rows)).get(item.id)),
    responses,
    imageSizes: await getImageSizes(deps.db.read, paper),
    ...(late && { late: { kept: late.length, accepted } }),
    ...toNextAttemptField(next.get(studentId)),
  }
}

/**
 * Loads the counted attempts among results that may be seen: which attempt is the best one is a
 * result.
 */
function loadOwnCounting(db: Db, own: readonly AttemptListItem[]) {
  return loadCounting(
    db,
    own.filter((item) => canSeeResult(item, own)),
  )
}

function canSeeResult(item: AttemptListItem, own: readonly AttemptListItem[]): boolean {
  if (item.isVoid) return false
  return canStudentSeeResult({
    resultsReleasedAt: item.resultsReleasedAt,
    isOver: item.finishedAt !== null,
    hasRunningAttempt: own.some(
      ({ examId, finishedAt }) => examId === item.examId && finishedAt === null,
    ),
  })
}

export async function loadResponses(db: Db, item: AttemptListItem): Promise<AnswerSheetItem[]> {
  const attempt = await attachAnswers(db, item)
  const corrections = await getKeyCorrections(db, item.revisionId)
  const paper = await getPaper(db, item.revisionId)
  const cleared = isFree(paper) ? await listClearedSequences(db, attempt) : new Set<string>()
  const correctedAt = await getCorrectionTimes(db, item.revisionId)
  return toResponses(attempt, paper, { corrections, correctedAt, cleared })
}
