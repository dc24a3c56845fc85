import { formatCount, pluralize } from '#contract/format.ts'
import { getSecondsToUndo } from '#core/grading/release.ts'
import { refuse } from '#core/refusal.ts'
import { findKeyReveal, noReveal } from '../attempts/key-guard.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { ResultProgress } from '../platform/mailer/result-queries.ts'
import { countReleased } from './release-results.ts'

/** How far the emails of an exam's release are, and what a release would reveal. */
export async function getReleaseProgress({ db, now, mail }: Deps, examId: string) {
  const exam = await findExam(db.read, examId)
  if (!exam) return refuse('test-not-found')
  const progress = await countReleased(db.read, exam)
  const secondsToUndo = getSecondsToUndo(exam.resultsReleasedAt, now())
  // The page polls this while emails leave, and a release shows no more than it has by then.
  const reveal = exam.resultsReleasedAt
    ? noReveal
    : await findKeyReveal(db.read, exam, { kind: 'release' }, now())
  const isMailSetUp = mail.isSetUp
  const state = toReleaseState(progress, isMailSetUp)
  return { ...progress, ...state, isMailSetUp, secondsToUndo, ...reveal }
}

function toReleaseState({ total, sent, failed }: ResultProgress, isMailSetUp: boolean) {
  if (total === 0) return { state: 'idle' as const, message: 'No result emails were asked for.' }
  if (sent + failed < total) return { state: 'sending' as const, message: 'Sending...' }
  return failed > 0
    ? { state: 'failed' as const, message: describeFailure({ total, sent, failed }) }
    : {
        state: 'done' as const,
        message: isMailSetUp
          ? 'Result emails sent successfully.'
          : 'Mail is not set up: the result emails lie in the outbox folder.',
      }
}

/** The spec's sentence would read as if none had gone. */
function describeFailure({
  total,
  sent,
  failed,
}: Pick<ResultProgress, 'total' | 'sent' | 'failed'>) {
  if (sent === 0) return 'Failed to send result emails.'
  return `${formatCount(sent)} of ${pluralize(total, 'result email')} sent; ${formatCount(failed)} failed.`
}
