import type { KeyReveal } from '#contract/key-guard.ts'
import {
  computeTimeLostMs,
  findMisfit,
  giveTimeBack,
  type Outcome,
} from '#core/proctoring/incident-outcomes.ts'
import { isRefusal } from '#core/refusal.ts'
import { findKeyReveal, noReveal } from '../attempts/key-guard.ts'
import type { Db } from '../database/database.ts'
import type { GuardedAct } from '../exam-windows/key-guard.ts'
import type { GuardedExam } from '../exams/key-guard.ts'
import type { IncidentRecord } from './incident-queries.ts'

type Decision = { readonly records: readonly IncidentRecord[]; readonly outcome: Outcome }

/** Over all these exams: a student of two of them counts for each. */
export async function findDecisionReveals(
  db: Db,
  exams: readonly GuardedExam[],
  { records, outcome }: Decision,
  at: number,
): Promise<KeyReveal> {
  let sum = noReveal
  for (const exam of exams) {
    const own = records.filter(({ examId }) => examId === exam.id)
    const found = await findDecisionReveal(db, exam, { records: own, outcome }, at)
    sum = sumReveals(sum, found)
  }
  return sum
}

function sumReveals(one: KeyReveal, other: KeyReveal): KeyReveal {
  const [first, second] = [one.wouldReveal, other.wouldReveal]
  if (!first || !second) return first ? one : other
  const untils = [first.until, second.until].flatMap((until) => until ?? [])
  const until = untils.length === 2 ? (untils.toSorted()[1] ?? null) : null
  return {
    wouldReveal: { students: first.students + second.students, until },
    stillToSit: [...one.stillToSit, ...other.stillToSit],
  }
}

/**
 * Finds the students who could take the exam by an outcome while its key is known; attempts that
 * the outcome does not fit are left out.
 */
function findDecisionReveal(
  db: Db,
  exam: GuardedExam,
  { records, outcome }: Decision,
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
