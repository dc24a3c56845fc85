import type { ProctoringEvent, StoredReport } from '#core/quiz-session/effects.ts'
import { createDeviceDatabase, type DBSchema } from './device-database.ts'
import { type Answer, type PendingAnswer, toAnswerBody } from './pending-answers.ts'

type Report = StoredReport<Answer>

/** Ids, times and option numbers only; `isEnd` tells how long an event took, which began before. */
type ReportRow = {
  readonly attemptId: string
  readonly at: number
  readonly kind: ProctoringEvent['kind']
  readonly isEnd: 0 | 1
  readonly testId: string
  /** When the attempt ends, by the server's clock. */
  readonly endsAt: number
  readonly durationMs?: number
  readonly unsubmitted: Report['unsubmitted']
}
type ReportKey = [attemptId: string, at: number, kind: string, isEnd: number]

interface ReportSchema extends DBSchema {
  reports: { key: ReportKey; value: ReportRow }
}

// A database of its own: a tab of an earlier build would hold up a new version of the answers'.
const withDatabase = createDeviceDatabase<ReportSchema>('exam-room-reports', (database) => {
  database.createObjectStore('reports', { keyPath: ['attemptId', 'at', 'kind', 'isEnd'] })
})

function toKey(attemptId: string, { at, kind, durationMs }: ProctoringEvent): ReportKey {
  return [attemptId, at, kind, durationMs === undefined ? 0 : 1]
}

/** Events that one attempt's pages saw and the server may not have received. */
export type PendingReportStore = {
  readonly save: (report: Report) => Promise<unknown>
  readonly remove: (observed: ProctoringEvent) => Promise<unknown>
}

/** `endsAt` is when the attempt ends as far as this page knows, by the server's clock in ms. */
export function openPendingReportStore(
  attemptId: string,
  testId: string,
  endsAt: () => number,
): PendingReportStore {
  return {
    save: ({ observed, unsubmitted }) =>
      withDatabase(async (database) => {
        const transaction = database.transaction('reports', 'readwrite', { durability: 'strict' })
        const isEnd = observed.durationMs === undefined ? 0 : 1
        transaction.store.put({
          ...observed,
          attemptId,
          testId,
          isEnd,
          endsAt: endsAt(),
          unsubmitted,
        })
        // The page may be closing: nobody would come back to complete it.
        transaction.commit()
        await transaction.done
      }),
    remove: (observed) =>
      withDatabase((database) => database.delete('reports', toKey(attemptId, observed))),
  }
}

export type PendingReport = Report & {
  readonly attemptId: string
  readonly testId: string
  readonly endsAt: number
}

/** Lists the reports of all attempts on this device, oldest first. */
export async function listPendingReports(): Promise<readonly PendingReport[]> {
  const rows = (await withDatabase((database) => database.getAll('reports'))) ?? []
  return rows
    .toSorted((one, other) => one.at - other.at || one.isEnd - other.isEnd)
    .map(({ isEnd: _, attemptId, testId, endsAt, unsubmitted, ...observed }) => {
      return { attemptId, testId, endsAt, observed, unsubmitted }
    })
}

export function removePendingReport({ attemptId, observed }: PendingReport): Promise<unknown> {
  return withDatabase((database) => database.delete('reports', toKey(attemptId, observed)))
}

/** The longest duration that is reported. */
const maxDurationMs = 86_400_000

/** An event as the server takes it, with the answers that go along if it ends the attempt. */
export function toEventBody(
  { kind, at, durationMs }: ProctoringEvent,
  answers: readonly PendingAnswer[],
) {
  const duration =
    durationMs === undefined ? {} : { durationMs: Math.min(durationMs, maxDurationMs) }
  return { kind, at: new Date(at).toISOString(), ...duration, answers: answers.map(toAnswerBody) }
}
