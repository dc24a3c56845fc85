import type { z } from 'zod'
import type { AnswerKey, CorrectionEffect } from '#contract/grading.ts'
import { isSameQuestion, regrade } from '#core/grading/grade.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import type { KeyCorrection } from '#core/questions/kind.ts'
import type { AnswerValue, KeyCorrections, Question } from '#core/questions/question.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { addMarks } from '../attempts/queries.ts'
import { type AuditEvent, audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import {
  deleteKeyCorrections,
  listKeyCorrections,
  saveKeyCorrection,
  toKeyCorrections,
} from '../exams/grading-queries.ts'
import { findExam, getPapers, listRevisions, lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { listMarkedAttempts } from './answer-key-queries.ts'
import { type AttemptChange, countNotified, notifyCorrection } from './notify-correction.ts'
import { parseKey } from './serialize.ts'

type KeyCorrectionRequest = {
  readonly examId: string
  readonly revisionId: string
  readonly questionId: string
  readonly key: AnswerKey
}

type CorrectionPlan = {
  readonly question: Question
  /** Undefined where the printed key counts again. */
  readonly correction: KeyCorrection<AnswerValue> | undefined
  readonly revisionIds: readonly string[]
  readonly attempts: number
  readonly changes: readonly AttemptChange[]
}

type CorrectionRefusal = Refusal<'test-not-found' | 'unknown-question' | 'unknown-option'>

const maxShown = 200

export async function previewCorrection(
  { db }: Deps,
  requested: KeyCorrectionRequest,
): Promise<(z.output<typeof CorrectionEffect> & { isReleased: boolean }) | CorrectionRefusal> {
  const exam = await findExam(db.read, requested.examId)
  if (!exam) return refuse('test-not-found')
  const plan = await planCorrection(db.read, requested)
  if (isRefusal(plan)) return plan
  const effect = toCorrection(plan, await countNotified(db.read, plan.changes))
  return { ...effect, isReleased: exam.resultsReleasedAt !== null }
}

/** Changes the key, the affected scores and the emails in one transaction. */
export async function correctAnswerKey(
  deps: Deps,
  input: KeyCorrectionRequest & { why: string; mail: boolean; actor: Actor },
): Promise<(z.output<typeof CorrectionEffect> & { mails: number }) | CorrectionRefusal> {
  const corrected = await deps.db.write(async (tx) => {
    const exam = await lockExam(tx, input.examId)
    if (!exam) return refuse('test-not-found')
    const plan = await planCorrection(tx, input)
    if (isRefusal(plan)) return plan

    const at = deps.now()
    await saveKey(tx, plan, input, at)
    for (const marks of [1, -1] as const) {
      const ids = plan.changes
        .filter(({ before, after }) => after - before === marks)
        .map(({ attempt }) => attempt.id)
      await addMarks(tx, ids, marks)
    }
    const notifiedCount = await countNotified(tx, plan.changes)
    const mails = await notifyCorrection(
      tx,
      deps,
      { exam, changes: plan.changes, mail: input.mail },
      at,
    )
    await audit(tx, deps, toAuditEvent(plan, input), at)
    return { ...toCorrection(plan, notifiedCount), mails }
  })
  deps.mail.wake()
  return corrected
}

/** Every paper of the exam with the same question, and the new score of each attempt at it. */
async function planCorrection(
  db: Db,
  { examId, revisionId, questionId, key }: KeyCorrectionRequest,
): Promise<CorrectionPlan | Refusal<'unknown-question' | 'unknown-option'>> {
  const all = await listRevisions(db, examId)
  if (!all.includes(revisionId)) return refuse('unknown-question')
  const papers = await getPapers(db, all)
  const findQuestion = (id: string) =>
    papers.get(id)?.questions.find((one) => one.id === questionId)
  const question = findQuestion(revisionId)
  if (!question) return refuse('unknown-question')
  const correction = parseKey(question, key)
  if (isRefusal(correction)) return correction
  const revisionIds = all.filter((id) => {
    const other = findQuestion(id)
    return other !== undefined && isSameQuestion(question, other)
  })

  const corrections = await listKeyCorrections(db, revisionIds)
  const markedAttempts = await listMarkedAttempts(db, revisionIds, questionId)
  const after: KeyCorrections = correction ? { [questionId]: correction } : {}
  const changes = markedAttempts.flatMap((attempt) => {
    const paper = papers.get(attempt.revisionId)
    const question = findQuestion(attempt.revisionId)
    if (!paper || !question) return []
    const row = corrections.find(
      (one) => one.revision_id === attempt.revisionId && one.question_id === questionId,
    )
    const before = toKeyCorrections(row ? [row] : [])
    const total = paper.questions.length
    const marked = { score: attempt.score ?? 0, total, answer: attempt.answer }
    const change = regrade(marked, question, before, after)
    return change ? [{ ...change, attempt, total }] : []
  })
  const attempts = markedAttempts.filter(({ isUncounted }) => !isUncounted).length
  return { question, correction, revisionIds, attempts, changes }
}

async function saveKey(
  tx: Db,
  { revisionIds, question, correction }: CorrectionPlan,
  { why, actor }: { why: string; actor: Actor },
  at: number,
) {
  if (!correction) return deleteKeyCorrections(tx, revisionIds, question.id)
  for (const revisionId of revisionIds) {
    await saveKeyCorrection(tx, {
      revision_id: revisionId,
      question_id: question.id,
      correction: JSON.stringify(correction),
      why,
      corrected_by: actor.id ?? '',
      created_at: at,
    })
  }
}

function toAuditEvent(
  { question, changes }: CorrectionPlan,
  {
    actor,
    examId,
    revisionId,
    questionId,
    key,
    why,
  }: KeyCorrectionRequest & { why: string; actor: Actor },
): AuditEvent {
  return {
    actor,
    action: 'answer-key.corrected',
    subject: examId,
    detail: { revisionId, questionId, key: key.replaceAll(',', '-'), changed: changes.length },
    values: { question: question.text, why },
  }
}

function toCorrection(
  { attempts, changes }: CorrectionPlan,
  notifiedCount: number,
): z.output<typeof CorrectionEffect> {
  const visible = changes.filter(({ attempt }) => !attempt.isUncounted)
  const [others, banded] = [false, true].map((requested) =>
    visible.filter(({ isBandChanged: changesBand }) => changesBand === requested),
  )
  return {
    attempts,
    raised: visible.filter(({ before, after }) => after > before).length,
    lowered: visible.filter(({ before, after }) => after < before).length,
    bandsChanged: banded?.length ?? 0,
    told: notifiedCount,
    changes: [...(banded ?? []), ...(others ?? [])]
      .slice(0, maxShown)
      .map(({ attempt, before, after, total }) => ({
        attemptId: attempt.id,
        studentName: attempt.studentName,
        ...(attempt.studentIdentifier && { studentIdentifier: attempt.studentIdentifier }),
        before: { score: before, percentage: toPercentage(before, total) },
        after: { score: after, percentage: toPercentage(after, total) },
      })),
  }
}
