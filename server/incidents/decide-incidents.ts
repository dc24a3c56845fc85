import type { Insertable } from 'kysely'
import type { z } from 'zod'
import { pluralize } from '#contract/format.ts'
import type { decideIncidents as contract } from '#contract/incidents.ts'
import {
  canRevert,
  computeTimeLostMs,
  findMisfit,
  giveTimeBack,
  type Outcome,
} from '#core/proctoring/incident-outcomes.ts'
import { isRefusal, type Refusal } from '#core/refusal.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { addExtraAttempt, saveAttemptTime } from '../attempts/adjustment-queries.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import { savePauseEnd } from '../attempts/event-queries.ts'
import { findAttemptForUpdate } from '../attempts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { IncidentDecisionRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { toInstant } from '../http/serialize.ts'
import type { Actor } from '../http/session.ts'
import { saveReopening } from '../live/adjust-time.ts'
import { type ChosenIncidents, findChosenIncidents, lockExamsOf } from './chosen-incidents.ts'
import { listDecisionRows, markReverted, saveDecisions } from './decision-queries.ts'
import { findDecisionReveals } from './decision-reveal.ts'
import type { IncidentRecord } from './incident-queries.ts'
import { revertVoid, voidAttempt } from './void-attempt.ts'
import { type AuditedWords, toAuditedWords } from './words-about-several.ts'

type DecideInput = z.output<typeof contract.body> & { readonly actor: Actor }
type SkippedIncident = DecideOutcome['left'][number]
type DecideOutcome = z.output<typeof contract.reply>
type DecideRefusal = Refusal<'incident-not-found' | 'incident-decided' | 'key-still-needed'>

/** All of them in one transaction; an outcome that does not fit leaves its incident open. */
export async function decideIncidents(
  deps: Deps,
  input: DecideInput,
): Promise<DecideOutcome | DecideRefusal> {
  const decided = await deps.db.write(async (tx) => {
    const exams = await lockExamsOf(
      tx,
      input.incidents.map(({ attemptId }) => attemptId),
    )
    const known = await listDecisionRows(tx, input.decisionId)
    if (known.length > 0) {
      const decided = known.map((row) => row.incident_id)
      return { ...toReply(decided, [], known[0]?.decided_at ?? 0), wouldReveal: null }
    }
    const chosen = await findChosenIncidents(tx, exams, input)
    if (isRefusal(chosen)) return chosen
    const { outcome, confirm } = input
    const reveal = await findDecisionReveals(tx, exams, { ...chosen, outcome }, deps.now())
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed
    return { ...(await decideAll(tx, deps, chosen, input)), wouldReveal: reveal.wouldReveal }
  })
  deps.mail.wake()
  return decided
}

async function decideAll(
  tx: Db,
  deps: Deps,
  { records, decidedBefore }: ChosenIncidents,
  input: DecideInput,
): Promise<Omit<DecideOutcome, 'wouldReveal'>> {
  const rows: Insertable<IncidentDecisionRow>[] = []
  const left: SkippedIncident[] = decidedBefore.map((record) => toSkipped(record, 'decided'))
  const at = deps.now()
  const words = toAuditedWords(input, new Set(records.map(({ attemptId }) => attemptId)).size)
  for (const record of records.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const { attemptId, incident } = record
    const key = { studentId: record.attempt.studentId, attemptId }
    const attempt = await findAttemptForUpdate(tx, deps.db.engine, key)
    if (!attempt) continue
    const { isAnotherRunning } = record.attempt
    const misfit = findMisfit(input.outcome, incident, { ...attempt, isAnotherRunning }, at)
    if (misfit) {
      left.push(toSkipped(record, misfit))
      continue
    }
    const lostMs = computeTimeLostMs(incident, attempt, at)
    await applyOutcome(tx, deps, { attempt, lostMs, input, words }, at)
    rows.push({
      incident_id: incident.id,
      attempt_id: attemptId,
      decision_id: input.decisionId,
      group_id: input.groupId ?? incident.id,
      outcome: input.outcome,
      why: input.why,
      given_ms: input.outcome === 'reopened' ? lostMs : null,
      decided_at: at,
      decided_by: input.actor.id,
      dismissed_at: null,
    })
  }
  await saveDecisions(tx, rows)
  return toReply(
    rows.map((row) => row.incident_id),
    left,
    at,
  )
}

function toSkipped(record: IncidentRecord, because: SkippedIncident['because']): SkippedIncident {
  return { _id: record.incident.id, studentName: toStudentLabel(record), because }
}

function toReply(
  decided: readonly string[],
  left: readonly SkippedIncident[],
  at: number,
): Omit<DecideOutcome, 'wouldReveal'> {
  const done =
    decided.length === 0
      ? 'Nothing was decided.'
      : `${pluralize(decided.length, 'attempt')} decided.`
  const before = left.filter(({ because }) => because === 'decided').length
  const misfits = left.length - before
  const open = misfits === 0 ? '' : ` ${misfits === 1 ? '1 stays' : `${misfits} stay`} open.`
  const kept = before === 0 ? '' : ` ${before} ${before === 1 ? 'was' : 'were'} decided before.`
  return { message: done + open + kept, at: toInstant(at), decided: [...decided], left: [...left] }
}

type ApplyOutcomeInput = {
  readonly attempt: AttemptWithAnswers
  readonly lostMs: number
  readonly input: DecideInput
  readonly words: AuditedWords
}

async function applyOutcome(
  tx: Db,
  deps: Deps,
  { attempt, lostMs, input: { outcome, actor }, words }: ApplyOutcomeInput,
  at: number,
) {
  const { id, studentId, examId } = attempt
  const about = { actor, subject: id, person: studentId, ...words } as const
  switch (outcome) {
    case 'reopened':
      return saveTimeBack(tx, deps, attempt, { lostMs, about }, at)
    case 'new-attempt': {
      await addExtraAttempt(tx, { id: deps.newId(), examId, studentId }, at)
      const detail = { ...words.detail, testId: examId }
      const event = { ...about, subject: studentId, detail }
      return audit(tx, deps, { ...event, action: 'attempt.granted' }, at)
    }
    case 'voided':
      await voidAttempt(tx, deps, attempt, at)
      return audit(tx, deps, { ...about, action: 'attempt.voided' }, at)
    default:
      return audit(tx, deps, { ...about, action: `incident.${outcome}` as const }, at)
  }
}

type About = AuditedWords & {
  readonly actor: Actor
  readonly subject: string
  readonly person: string
}

async function saveTimeBack(
  tx: Db,
  deps: Deps,
  attempt: AttemptWithAnswers,
  { lostMs, about }: { readonly lostMs: number; readonly about: About },
  at: number,
) {
  const extended = giveTimeBack(attempt, lostMs, at)
  if (isRefusal(extended)) throw new Error('What was found to fit cannot be reopened')
  const detail = { ...about.detail, ...(lostMs > 0 && { seconds: Math.round(lostMs / 1000) }) }
  if (!extended.isReopened) {
    const isResumed = attempt.pausedAt !== null && extended.attempt.pausedAt === null
    const timeChanges = attempt.timeChanges + (isResumed ? 1 : 0)
    await saveAttemptTime(tx, { ...attempt, ...extended.attempt, timeChanges })
    if (isResumed) await savePauseEnd(tx, attempt.id, at)
    return audit(tx, deps, { ...about, action: 'attempt.extended', detail }, at)
  }
  await saveReopening(tx, deps, { attempt, reopened: extended.attempt }, at)
  return audit(tx, deps, { ...about, action: 'attempt.reopened', detail }, at)
}

type RevertInput = { readonly decisionId: string; readonly why: string; readonly actor: Actor }

/** Reverts a decision. A decision already reverted is not an error. */
export async function revertDecision(
  deps: Deps,
  { decisionId, why, actor }: RevertInput,
): Promise<{ opened: number }> {
  const opened = await deps.db.write(async (tx) => {
    const found = await listDecisionRows(tx, decisionId)
    if (!found.every(({ outcome }) => canRevert(outcome as Outcome))) return { opened: 0 }
    await lockExamsOf(
      tx,
      found.map((row) => row.attempt_id),
    )
    const rows = await listDecisionRows(tx, decisionId)
    const at = deps.now()
    await markReverted(tx, decisionId, { why, at, by: actor.id })
    const words = toAuditedWords({ decisionId, why }, rows.length)
    for (const row of rows) {
      const person = row.student_id
      if (row.outcome === 'voided') {
        const key = { id: row.attempt_id, examId: row.exam_id, studentId: person }
        await revertVoid(tx, deps, key, at)
      }
      const event = { actor, subject: row.attempt_id, person, ...words } as const
      await audit(tx, deps, { ...event, action: 'incident.taken-back' }, at)
    }
    return { opened: rows.length }
  })
  deps.mail.wake()
  return opened
}
