import type { KeyReveal } from '#contract/key-guard.ts'
import {
  computeTimeLostMs,
  findMisfit,
  giveTimeBack,
  type Outcome,
} from '#core/proctoring/incident-outcomes.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { GuardedAct } from '../exam-windows/key-guard.ts'
import type { GuardedExam } from '../exams/key-guard.ts'
import type { IncidentRecord } from './incident-queries.ts'
import { findKeyReveal } from './key-guard.ts'

/** Who could sit the exam by an outcome while its key is known; those it does not fit are left out. */
export function findDecisionReveal(
  db: Db,
  exam: GuardedExam,
  { records, outcome }: { readonly records: readonly IncidentRecord[]; readonly outcome: Outcome },
  at: number,
): Promise<KeyReveal> {
  const fitting = records.filter(
    ({ incident, attempt }) => findMisfit(outcome, incident, attempt, at) === null,
  )
  return findKeyReveal(db, exam, toAct(fitting, outcome, at), at)
}

/** An outcome that lets nobody sit reopens for nobody. */
function toAct(records: readonly IncidentRecord[], outcome: Outcome, at: number): GuardedAct {
  if (outcome === 'new-attempt')
    return { kind: 'grant', studentIds: new Set(records.map(({ attempt }) => attempt.studentId)) }
  const untilByStudent = new Map<string, number>()
  for (const { incident, attempt } of outcome === 'reopened' ? records : []) {
    const lostMs = computeTimeLostMs(incident, attempt, at)
    const extended = giveTimeBack({ ...attempt, answers: {} }, lostMs, at)
    if (!isRefusal(extended)) untilByStudent.set(attempt.studentId, extended.attempt.endsAt)
  }
  return { kind: 'reopen', untilByStudent }
}
