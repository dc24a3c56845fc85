import type { PaperProgress } from '#contract/attempts.ts'
import { isOver } from '#core/attempts/attempt.ts'
import {
  applyChange,
  getChangedPart,
  getSequence,
  isNote,
  type QuestionProgress,
  untouched,
} from '#core/attempts/free-paper.ts'
import { getOptionOrder, parseAnswer } from '#core/attempts/presented-paper.ts'
import { isChosenInPause, limitSequence } from '#core/attempts/sequence.ts'
import type { Paper } from '#core/exams/exam.ts'
import { type AnswerValue, kindOf } from '#core/questions/question.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { QuestionProgressRow } from '../database/tables.ts'
import { deleteAnswer, saveAnswer } from './answer-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import type { SubmittedAnswer } from './parse-answer.ts'

type Progress = QuestionProgress<AnswerValue>

/** By question; of the attempt's answers those that were loaded with it. */
async function loadProgress(
  db: Db,
  { id, answers }: AttemptWithAnswers,
  onlyQuestionId?: string,
): Promise<Map<string, Progress>> {
  const rows = await db
    .selectFrom('question_progress')
    .selectAll()
    .where('attempt_id', '=', id)
    .$if(onlyQuestionId !== undefined, (query) =>
      query.where('question_id', '=', onlyQuestionId ?? ''),
    )
    .execute()
  const progress = new Map(rows.map((row) => [row.question_id, toProgress(row)]))
  for (const [questionId, answer] of Object.entries(answers))
    progress.set(questionId, { ...(progress.get(questionId) ?? untouched), answer })
  return progress
}

function toProgress(row: QuestionProgressRow): Progress {
  const { cleared_sequence: clearedAt, is_marked: isMarked, mark_sequence: markedAt } = row
  return {
    answer: clearedAt === null ? null : { value: null, sequence: clearedAt },
    mark: markedAt === null ? null : { value: isMarked === 1, sequence: markedAt },
    seen: row.seen_sequence,
  }
}

/** When answers were last taken back, by question. */
export async function listClearedSequences(
  db: Db,
  attempt: AttemptWithAnswers,
): Promise<ReadonlyMap<string, number>> {
  const progress = await loadProgress(db, { ...attempt, answers: {} })
  return new Map(
    [...progress].flatMap(([id, { answer }]) => (answer ? [[id, answer.sequence]] : [])),
  )
}

/** Everything that is known of a free paper, with options as this attempt presents them. */
export async function listWireProgress(
  db: Db,
  attempt: AttemptWithAnswers,
  paper: Paper,
): Promise<PaperProgress> {
  const progress = await loadProgress(db, attempt)
  const byQuestion = paper.questions.flatMap((question, index) => {
    const known = progress.get(question.id)
    if (!known) return []
    const { answer } = known
    const order = getOptionOrder(attempt, paper, index)
    const value = answer?.value ? kindOf(question).formatAnswer(answer.value, order) : null
    return [[question.id, { ...known, answer: answer && { ...answer, value } }] as const]
  })
  return Object.fromEntries(byQuestion)
}

/**
 * Takes answers and notes to a free paper in the order in which they came; saves all or, with a
 * refusal, none. Of the attempt's answers those of these questions must be loaded.
 * @returns the attempt with the answers that stand from now on
 */
export async function takeChanges(
  tx: Db,
  attempt: AttemptWithAnswers,
  paper: Paper,
  submitted: readonly SubmittedAnswer[],
  at: number,
): Promise<
  | AttemptWithAnswers
  | Refusal<'attempt-over' | 'attempt-paused' | 'unknown-question' | 'unknown-option'>
> {
  if (isOver(attempt, at)) return refuse('attempt-over')
  const [first] = submitted
  if (!first) return attempt
  const only = submitted.length === 1 ? first.questionId : undefined
  const before = await loadProgress(tx, attempt, only)
  const after = new Map(before)
  for (const [index, { questionId, sent, sequence }] of submitted.entries()) {
    const change = parseChange(attempt, paper, { questionId, sent })
    if (isRefusal(change)) return change
    const known = after.get(questionId) ?? untouched
    const next = Math.max(at, getSequence(known, getChangedPart(change)) + 1)
    // If two are too far ahead, the later one still has the higher number.
    const number = sequence === undefined ? next : limitSequence(sequence, at + index)
    if (isChosenInPause(attempt, { sequence: number })) return refuse('attempt-paused')
    after.set(questionId, applyChange<AnswerValue>(known, change, number))
  }
  const answers = { ...attempt.answers }
  for (const [questionId, progress] of after) {
    const known = before.get(questionId) ?? untouched
    if (progress === known) continue
    const { answer, mark, seen } = progress
    const isCleared = answer !== known.answer && answer?.value === null
    if (answer !== known.answer && answer?.value) {
      answers[questionId] = { ...answer, value: answer.value }
      await saveAnswer(tx, attempt.id, questionId, answers[questionId], at)
    }
    if (isCleared) {
      delete answers[questionId]
      await deleteAnswer(tx, attempt.id, questionId)
    }
    const isNoted = isCleared || mark !== known.mark || seen !== known.seen
    if (isNoted) await saveProgress(tx, attempt.id, questionId, progress)
  }
  return { ...attempt, answers }
}

function parseChange(
  attempt: AttemptWithAnswers,
  paper: Paper,
  { questionId, sent }: Pick<SubmittedAnswer, 'questionId' | 'sent'>,
) {
  if (!isNote(sent)) return parseAnswer(attempt, paper, questionId, sent)
  const isKnown = paper.questions.some(({ id }) => id === questionId)
  return isKnown ? sent : refuse('unknown-question')
}

async function saveProgress(
  tx: Db,
  attemptId: string,
  questionId: string,
  { answer, mark, seen }: Progress,
) {
  const row = {
    // One from before stays: it says nothing beside the newer answer.
    ...(answer?.value === null && { cleared_sequence: answer.sequence }),
    is_marked: mark && (mark.value ? 1 : 0),
    mark_sequence: mark?.sequence ?? null,
    seen_sequence: seen,
  }
  await tx
    .insertInto('question_progress')
    .values({ attempt_id: attemptId, question_id: questionId, cleared_sequence: null, ...row })
    .onConflict((clash) => clash.columns(['attempt_id', 'question_id']).doUpdateSet(row))
    .execute()
}
