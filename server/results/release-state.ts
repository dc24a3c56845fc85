import { formatCount, pluralize } from '#contract/format.ts'
import type { ResultProgress } from '../platform/mailer/result-queries.ts'

/** How far the emails of a release are. */
export function toReleaseState({ total, sent, failed }: ResultProgress, isMailSetUp: boolean) {
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
