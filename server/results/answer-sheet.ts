import type { AnswerSheetItem, Attempt } from '#contract/results.ts'
import { canStudentSeeResult } from '#core/grading/release.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { correctionsOf, withAnswers } from '../attempts/store.ts'
import type { Db, Deps } from '../deps.ts'
import { paperOf, papersOf } from '../exams/store.ts'
import { listSittings, newestFinished, type Sitting, sittingOf } from './store.ts'
import { attemptOf, ownAttemptOf, responsesOf } from './wire.ts'

export async function ownAttempts(deps: Deps, studentId: string): Promise<Attempt[]> {
  const { rows } = await listSittings(deps.db.read, { studentId })
  const papers = await papersOf(
    deps.db.read,
    rows.map(({ revisionId }) => revisionId),
  )
  const at = deps.now()
  return rows.map((sitting) => {
    const paper = papers.get(sitting.revisionId)
    if (!paper) throw new Error('An attempt points at a revision that is gone')
    return ownAttemptOf(sitting, paper, mayLookAt(sitting, rows), at)
  })
}

/** A student's own sheet, if the one rule of release allows it. */
export async function ownResult(
  deps: Deps,
  { studentId, attemptId }: { studentId: string; attemptId: string },
): Promise<
  | (Attempt & { responses: AnswerSheetItem[] })
  | Refusal<'attempt-not-found' | 'results-not-released'>
> {
  const { rows } = await listSittings(deps.db.read, { studentId })
  const sitting = rows.find(({ id }) => id === attemptId)
  if (!sitting) return refuse('attempt-not-found')
  if (!mayLookAt(sitting, rows)) return refuse('results-not-released')
  const paper = await paperOf(deps.db.read, sitting.revisionId)
  const responses = await sheetOf(deps.db.read, sitting)
  return { ...ownAttemptOf(sitting, paper, true, deps.now()), responses }
}

function mayLookAt(sitting: Sitting, own: readonly Sitting[]): boolean {
  return canStudentSeeResult({
    resultsReleasedAt: sitting.resultsReleasedAt,
    isOver: sitting.finishedAt !== null,
    hasRunningAttempt: own.some(
      ({ examId, finishedAt }) => examId === sitting.examId && finishedAt === null,
    ),
  })
}

export type Sheet = {
  readonly sitting: Sitting
  readonly attempt: Attempt
  readonly responses: AnswerSheetItem[]
}

type Wanted = { readonly examId: string; readonly studentId: string }

/** For an admin: the attempt that is named, else the newest finished one, else the one that runs. */
export async function namedOrNewestSheet(
  deps: Deps,
  { attemptId, ...wanted }: Wanted & { readonly attemptId: string | undefined },
): Promise<Sheet | Refusal<'attempt-not-found'>> {
  const { read } = deps.db
  if (attemptId) return sheetFor(deps, await sittingOf(read, { ...wanted, attemptId }))
  return sheetFor(deps, (await newestFinished(read, wanted)) ?? (await sittingOf(read, wanted)))
}

/** For an admin: the newest finished attempt. */
export async function finishedSheet(
  deps: Deps,
  wanted: Wanted,
): Promise<Sheet | Refusal<'attempt-not-found'>> {
  return sheetFor(deps, await newestFinished(deps.db.read, wanted))
}

async function sheetFor(
  deps: Deps,
  sitting: Sitting | undefined,
): Promise<Sheet | Refusal<'attempt-not-found'>> {
  if (!sitting) return refuse('attempt-not-found')
  const paper = await paperOf(deps.db.read, sitting.revisionId)
  const responses = await sheetOf(deps.db.read, sitting)
  return { sitting, attempt: attemptOf(sitting, paper, deps.now()), responses }
}

async function sheetOf(db: Db, sitting: Sitting): Promise<AnswerSheetItem[]> {
  const attempt = await withAnswers(db, sitting)
  const corrections = await correctionsOf(db, sitting.revisionId)
  return responsesOf(attempt, await paperOf(db, sitting.revisionId), corrections)
}
