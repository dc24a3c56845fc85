import type { Answer, Attempt } from '#core/attempts/attempt.ts'
import { isOver } from '#core/attempts/attempt.ts'
import {
  classifyLateAnswer,
  countLateAnswers,
  type LateAnswerDecision,
  type LateAnswerRecord,
  leaveOutNotes,
} from '#core/attempts/late-answers.ts'
import { parseAnswer } from '#core/attempts/presented-paper.ts'
import { limitSequence } from '#core/attempts/sequence.ts'
import { isFree } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { LateAnswerRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { deleteAnswer, saveAnswer } from './answer-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import type { SubmittedAnswer } from './parse-answer.ts'
import { findAttemptForUpdate, type OwnAttemptKey } from './queries.ts'
import { listClearedSequences } from './question-progress.ts'

type LateAnswersInput = OwnAttemptKey & { readonly answers: readonly SubmittedAnswer[] }
/** Ids of questions. */
type LateAnswersOutcome = Record<'saved' | 'late' | 'declined', string[]>

/** One row a question: the newest answer, of which sending it again changes nothing. */
export function keepLateAnswers(
  { db, now }: Deps,
  input: LateAnswersInput,
): Promise<LateAnswersOutcome | Refusal<'attempt-not-found' | 'not-over'>> {
  return db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, input)
    if (!attempt) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)

    const at = now()
    if (!isOver(attempt, at)) return refuse('not-over')
    const outcome: LateAnswersOutcome = { saved: [], late: [], declined: [] }
    const cleared = isFree(paper) ? await listClearedSequences(tx, attempt) : null
    const answers = cleared ? leaveOutNotes(input.answers) : input.answers
    for (const one of input.answers) if (!answers.includes(one)) outcome.saved.push(one.questionId)
    for (const { questionId, sent, sequence = at } of answers) {
      if ((cleared?.get(questionId) ?? -1) >= sequence) {
        outcome.saved.push(questionId)
        continue
      }
      const value = parseAnswer(attempt, paper, questionId, sent)
      if (isRefusal(value)) {
        outcome.declined.push(questionId)
        continue
      }
      const kind = classifyLateAnswer(attempt, questionId, { value, sequence })
      outcome[kind === 'after-finish' ? 'declined' : kind].push(questionId)
      if (kind === 'late' || kind === 'after-finish')
        await saveLateAnswer(tx, attempt.id, { questionId, value, sequence, receivedAt: at }, kind)
    }
    return outcome
  })
}

/**
 * A newer answer to the same question waits for a decision of its own. One chosen after the finish
 * gives way to any other: it is kept only to be shown.
 */
async function saveLateAnswer(
  tx: Db,
  attemptId: string,
  answer: Pick<LateAnswerRecord, 'questionId' | 'value' | 'sequence' | 'receivedAt'>,
  kind: 'late' | 'after-finish',
) {
  const row: LateAnswerRow = {
    attempt_id: attemptId,
    question_id: answer.questionId,
    answer: JSON.stringify(answer.value),
    sequence: answer.sequence,
    received_at: answer.receivedAt,
    decision: kind === 'late' ? null : kind,
    decided_at: null,
    replaced: null,
  }
  await tx
    .insertInto('late_answers')
    .values(row)
    .onConflict((clash) =>
      clash
        .columns(['attempt_id', 'question_id'])
        .doUpdateSet(row)
        .where((eb) =>
          kind === 'late'
            ? eb.or([
                eb('late_answers.sequence', '<', eb.ref('excluded.sequence')),
                eb('late_answers.decision', '=', 'after-finish'),
              ])
            : eb('late_answers.decision', '=', 'after-finish'),
        ),
    )
    .execute()
}

/** Lists answers chosen after the finish: shown to staff, and never counted. */
export async function listAnswersAfterFinish(
  db: Db,
  attemptId: string,
): Promise<readonly LateAnswerRecord[]> {
  const rows = await db
    .selectFrom('late_answers')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('decision', '=', 'after-finish')
    .execute()
  return rows.map(toLateAnswer)
}

/** Without those that a reopening has made answers like any other, and those never to be counted. */
export async function listLateAnswers(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LateAnswerRecord[]>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('late_answers')
    .selectAll()
    .where('attempt_id', 'in', attemptIds)
    .where((eb) =>
      eb.or([eb('decision', 'is', null), eb('decision', 'not in', ['reopened', 'after-finish'])]),
    )
    .execute()
  const byAttempt = Map.groupBy(rows, (row) => row.attempt_id)
  return new Map([...byAttempt].map(([id, own]) => [id, own.map(toLateAnswer)]))
}

/** By attempt, how many late answers wait for a decision: of all attempts, since they are few. */
export async function countUndecided(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('late_answers')
    .where('decision', 'is', null)
    .groupBy('attempt_id')
    .select((eb) => ['attempt_id', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map((row) => [row.attempt_id, row.count]))
}

function toLateAnswer(row: LateAnswerRow): LateAnswerRecord {
  return {
    questionId: row.question_id,
    value: JSON.parse(row.answer),
    sequence: row.sequence,
    receivedAt: row.received_at,
    decision: row.decision,
    replaced: row.replaced === null ? null : JSON.parse(row.replaced),
  }
}

type Decision = { readonly decision: LateAnswerDecision; readonly at: number }

/** Stores a decision about late answers, and the answers that count from then on. */
export async function saveLateDecision(
  tx: Db,
  { id, answers }: Pick<AttemptWithAnswers, 'id' | 'answers'>,
  after: Attempt['answers'],
  late: readonly LateAnswerRecord[],
  { decision, at }: Decision,
) {
  for (const { questionId, sequence, receivedAt, replaced } of late) {
    const before = answers[questionId]
    const counted = after[questionId]
    const isCounted = counted?.sequence === sequence
    if (counted && counted.sequence !== before?.sequence)
      await saveAnswer(tx, id, questionId, counted, isCounted ? receivedAt : at)
    if (!counted && before) await deleteAnswer(tx, id, questionId)
    await tx
      .updateTable('late_answers')
      .set({
        decision,
        decided_at: at,
        replaced: isCounted && before?.sequence !== sequence ? toJson(before) : toJson(replaced),
      })
      .where('attempt_id', '=', id)
      .where('question_id', '=', questionId)
      .execute()
  }
}

/** Undecided ones become answers; those left out stay so, and may be chosen again. */
export async function countLateAnswersOnReopening(tx: Db, attempt: AttemptWithAnswers, at: number) {
  const late = (await listLateAnswers(tx, [attempt.id])).get(attempt.id) ?? []
  const open = late
    .filter(({ decision }) => decision !== 'left-out')
    .map((one) => ({ ...one, sequence: limitSequence(one.sequence, at) }))
  const after = countLateAnswers(attempt.answers, open)
  await saveLateDecision(tx, attempt, after, open, { decision: 'reopened', at })
}

function toJson(answer: Answer | null | undefined): string | null {
  return answer ? JSON.stringify(answer) : null
}
