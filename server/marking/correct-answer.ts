import type { z } from 'zod'
import type { AnswerKey, CorrectionEffect } from '#contract/grading.ts'
import type { Question } from '#core/exams/exam.ts'
import { isSameQuestion, regrade, type ScoreChange } from '#core/grading/answer-key-correction.ts'
import { type KeyCorrections, toPercentage } from '#core/grading/grade.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { type Actor, type AuditEvent, audit } from '../audit-log/audit.ts'
import type { Db, Deps } from '../deps.ts'
import { examById, examToChange, papersOf } from '../exams/store.ts'
import {
  addMarks,
  correctionRows,
  dropCorrections,
  markedAttempts,
  revisionsOf,
  saveCorrection,
} from './store.ts'
import { countTold, tellCorrected } from './tell-corrected.ts'
import { keyFrom } from './wire.ts'

type Wanted = {
  readonly examId: string
  readonly revisionId: string
  readonly questionId: string
  readonly key: AnswerKey
}

type Sitting = Awaited<ReturnType<typeof markedAttempts>>[number]
export type Change = ScoreChange & { readonly sitting: Sitting; readonly total: number }

type Plan = {
  readonly question: Question
  readonly revisionIds: readonly string[]
  readonly attempts: number
  readonly changes: readonly Change[]
}

const mostShown = 200

export async function previewCorrection(
  { db }: Deps,
  wanted: Wanted,
): Promise<z.output<typeof CorrectionEffect> | Refusal<'test-not-found' | 'unknown-question'>> {
  const exam = await examById(db.read, wanted.examId)
  if (!exam) return refuse('test-not-found')
  const plan = await planOf(db.read, wanted)
  if (isRefusal(plan)) return plan
  return toWire(plan, await countTold(db.read, exam, plan.changes))
}

/** The key, every mark that hangs on it, and the letters: all of it or nothing. */
export async function correctAnswer(
  deps: Deps,
  given: Wanted & { why: string; mail: boolean; actor: Actor },
): Promise<
  | (z.output<typeof CorrectionEffect> & { mails: number })
  | Refusal<'test-not-found' | 'unknown-question'>
> {
  const corrected = await deps.db.write(async (tx) => {
    const exam = await examToChange(tx, given.examId)
    if (!exam) return refuse('test-not-found')
    const plan = await planOf(tx, given)
    if (isRefusal(plan)) return plan

    const at = deps.now()
    await keep(tx, plan, given, at)
    for (const marks of [1, -1] as const) {
      const ids = plan.changes
        .filter(({ before, after }) => after - before === marks)
        .map(({ sitting }) => sitting.id)
      await addMarks(tx, ids, marks)
    }
    const told = await countTold(tx, exam, plan.changes)
    const mails = await tellCorrected(
      tx,
      deps,
      { exam, changes: plan.changes, mail: given.mail },
      at,
    )
    await audit(tx, deps, eventOf(plan, given), at)
    return { ...toWire(plan, told), mails }
  })
  deps.mail.wake()
  return corrected
}

/** Every paper of the exam that asks the same, and what becomes of each attempt at it. */
async function planOf(
  db: Db,
  { examId, revisionId, questionId, key }: Wanted,
): Promise<Plan | Refusal<'unknown-question'>> {
  const all = await revisionsOf(db, examId)
  if (!all.includes(revisionId)) return refuse('unknown-question')
  const papers = await papersOf(db, all)
  const questionOn = (id: string) => papers.get(id)?.questions.find((one) => one.id === questionId)
  const question = questionOn(revisionId)
  if (!question) return refuse('unknown-question')
  const revisionIds = all.filter((id) => {
    const other = questionOn(id)
    return other !== undefined && isSameQuestion(question, other)
  })

  const kept = await correctionRows(db, revisionIds)
  const sittings = await markedAttempts(db, revisionIds, questionId)
  const next = keyFrom(key)
  const after: KeyCorrections = next === undefined ? {} : { [questionId]: next }
  const changes = sittings.flatMap((sitting) => {
    const paper = papers.get(sitting.revisionId)
    const asked = questionOn(sitting.revisionId)
    if (!paper || !asked) return []
    const row = kept.find(
      (one) => one.revision_id === sitting.revisionId && one.question_id === questionId,
    )
    const before: KeyCorrections = row ? { [questionId]: row.correct_option } : {}
    const total = paper.questions.length
    const marked = { score: sitting.score ?? 0, total, answer: sitting.answer }
    const change = regrade(marked, asked, before, after)
    return change ? [{ ...change, sitting, total }] : []
  })
  const attempts = sittings.filter(({ isDeleted }) => !isDeleted).length
  return { question, revisionIds, attempts, changes }
}

async function keep(
  tx: Db,
  { revisionIds, question }: Plan,
  { key, why, actor }: { key: AnswerKey; why: string; actor: Actor },
  at: number,
) {
  const next = keyFrom(key)
  if (next === undefined) return dropCorrections(tx, revisionIds, question.id)
  for (const revisionId of revisionIds) {
    await saveCorrection(tx, {
      revision_id: revisionId,
      question_id: question.id,
      correct_option: next,
      why,
      corrected_by: actor.id ?? '',
      created_at: at,
    })
  }
}

function eventOf(
  { question, changes }: Plan,
  { actor, examId, revisionId, questionId, key, why }: Wanted & { why: string; actor: Actor },
): AuditEvent {
  return {
    actor,
    action: 'answer-key.corrected',
    subject: examId,
    detail: { revisionId, questionId, key, changed: changes.length },
    values: { question: question.text, why },
  }
}

function toWire({ attempts, changes }: Plan, told: number): z.output<typeof CorrectionEffect> {
  const seen = changes.filter(({ sitting }) => !sitting.isDeleted)
  const [others, banded] = [false, true].map((wanted) =>
    seen.filter(({ isBandChanged: changesBand }) => changesBand === wanted),
  )
  return {
    attempts,
    raised: seen.filter(({ before, after }) => after > before).length,
    lowered: seen.filter(({ before, after }) => after < before).length,
    bandsChanged: banded?.length ?? 0,
    told,
    changes: [...(banded ?? []), ...(others ?? [])]
      .slice(0, mostShown)
      .map(({ sitting, before, after, total }) => ({
        attemptId: sitting.id,
        studentName: sitting.studentName,
        before: { score: before, percentage: toPercentage(before, total) },
        after: { score: after, percentage: toPercentage(after, total) },
      })),
  }
}
