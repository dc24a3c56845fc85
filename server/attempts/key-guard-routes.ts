import type { z } from 'zod'
import { getKeyReveal as contract } from '#contract/key-guard.ts'
import { refuse } from '#core/refusal.ts'
import { findBatch } from '../batches/queries.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { everyone, type GuardedAct } from '../exam-windows/key-guard.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { listAttemptsOf } from './exam-attempt-queries.ts'
import { findKeyReveal, findReopenedDeadline } from './key-guard.ts'

export function keyGuardRoutes(bind: BindEndpoint, { db, now }: Deps) {
  bind(contract, async ({ params, query }) => {
    const exam = await findExam(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    const at = now()
    const act = await toAct(db.read, exam.id, query, at)
    return act ? findKeyReveal(db.read, exam, act, at) : refuse('attempt-not-found')
  })
}

type RevealQuery = z.output<typeof contract.query>

async function toAct(
  db: Db,
  examId: string,
  query: RevealQuery,
  at: number,
): Promise<GuardedAct | null> {
  const { act, attemptId = '', studentId = '' } = query
  switch (act) {
    case 'reopen': {
      const [attempt] = await listAttemptsOf(db, examId, [attemptId])
      if (!attempt) return null
      const until = findReopenedDeadline(attempt, query.minutes ?? 0, at)
      return { kind: act, untilByStudent: new Map([[attempt.studentId, until]]) }
    }
    case 'grant':
      return { kind: act, studentIds: new Set([studentId]) }
    case 'open-window':
      return {
        kind: act,
        windowId: query.windowId ?? null,
        times: {
          opensAt: query.opensAt ? Date.parse(query.opensAt) : at,
          closesAt: query.closesAt ? Date.parse(query.closesAt) : Number.POSITIVE_INFINITY,
          latestEntryAt: null,
          endsAtClosing: false,
        },
        audience: await toAudience(db, query),
      }
    default:
      return { kind: act }
  }
}

async function toAudience(db: Db, { batchId, studentIds }: RevealQuery) {
  if (studentIds !== undefined) {
    return { ...everyone, kind: 'students' as const, studentIds: studentIds.split(',') }
  }
  if (batchId === undefined) return everyone
  const batch = await findBatch(db, batchId)
  return { ...everyone, kind: 'batch' as const, batchId, batchName: batch?.name ?? null }
}
