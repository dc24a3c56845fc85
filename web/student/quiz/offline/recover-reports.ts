import { reportEvent } from '#contract/proctoring.ts'
import { isServerBusy, NetworkError, RefusalError, request } from '../../../client/request.ts'
import { waitBeforeRetry } from '../../../client/retry-policy.ts'
import {
  listPendingReports,
  type PendingReport,
  removePendingReport,
  toEventBody,
} from './pending-reports.ts'

const callTimeoutMs = 30_000
const maxTries = 4
/** Trying again would change nothing. */
const finalCodes = ['invalid-input', 'unknown-question', 'unknown-option']

/**
 * Tells the server what was seen while it could not be reached, oldest first; the answers of the
 * same attempts are sent before. Reports that cannot be sent stay on the device.
 */
export async function recoverReports(isOwn: (attemptId: string) => boolean): Promise<void> {
  for (const report of await listPendingReports()) {
    if (!isOwn(report.attemptId)) continue
    if (!(await tell(report))) return
    await removePendingReport(report)
  }
}

/** @returns whether the server has received it, or never will */
async function tell({ attemptId, observed, unsubmitted }: PendingReport): Promise<boolean> {
  for (let failures = 1; ; failures += 1) {
    try {
      const body = toEventBody(observed, unsubmitted ? [unsubmitted] : [])
      const signal = AbortSignal.timeout(callTimeoutMs)
      await request(reportEvent, { params: { attemptId }, body, signal })
      return true
    } catch (error) {
      if (error instanceof RefusalError && finalCodes.includes(error.code)) return true
      const canRetry = error instanceof NetworkError || isServerBusy(error)
      if (!canRetry || failures === maxTries) return false
      await waitBeforeRetry(failures)
    }
  }
}
