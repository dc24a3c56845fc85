import type { z } from 'zod'
import type { decideLateAnswers as contract, LateAnswersOfAttempt } from '#contract/late-answers.ts'
import {
  countLateAnswers,
  getChosenAt,
  isChosenBeforeEnd,
  type LateAnswerRecord,
  leaveOutLateAnswers,
} from '#core/attempts/late-answers.ts'
import { getOptionOrder, getQuestionOrder } from '#core/attempts/presented-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import { grade } from '#core/grading/grade.ts'
import { getScoreBand, toPercentage } from '#core/grading/percentage.ts'
import { kindOf, type Question } from '#core/questions/question.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { findAnyAttempt } from '../attempts/adjustment-queries.ts'
import { attachAnswers } from '../attempts/answer-queries.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import {
  listAnswersAfterFinish,
  listLateAnswers,
  saveLateDecision,
} from '../attempts/late-answers.ts'
import { findAttemptForUpdate, saveClosedAttempt } from '../attempts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getKeyCorrections } from '../exams/grading-queries.ts'
import { getPaper, lockExam } from '../exams/queries.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { Actor } from '../http/session.ts'
import { notifyCorrection } from './notify-correction.ts'
import { type AttemptListItem, findAttempt } from './queries.ts'

/** An attempt with its late answers, and both scores that a decision leads to. */
export async function getLateAnswers(
  { db }: Deps,
  attemptId: string,
): Promise<z.output<typeof LateAnswersOfAttempt> | Refusal<'attempt-not-found'>> {
  const item = await findAttempt(db.read, { attemptId })
  if (!item) return refuse('attempt-not-found')
  const attempt = await attachAnswers(db.read, item)
  const paper = await getPaper(db.read, item.revisionId)
  const late = await loadLateAnswers(db.read, attemptId)
  const { ifAccepted, ifLeftOut } = await planDecision(db.read, attempt, paper, late)
  const notTaken = await listAnswersAfterFinish(db.read, attemptId)
  const after = getQuestionOrder(attempt, paper).flatMap((index, place) => {
    const own = notTaken.find(({ questionId }) => questionId === paper.questions[index]?.id)
    if (!own) return []
    const chosenAt = toInstant(getChosenAt(attempt, own))
    const chosen = createChosenList(attempt, paper, index)(own.value)
    return [{ number: place + 1, chosenAt, chosen }]
  })
  return {
    answers: getQuestionOrder(attempt, paper).flatMap((index, place) => {
      const question = paper.questions[index] as Question
      const own = late.find(({ questionId }) => questionId === question.id)
      if (!own) return []
      const listChosen = createChosenList(attempt, paper, index)
      const counted = ifLeftOut.answers[question.id]
      return [
        {
          questionId: question.id,
          number: place + 1,
          sequence: own.sequence,
          chosenAt: toInstant(getChosenAt(attempt, own)),
          receivedAt: toInstant(own.receivedAt),
          isBeforeEnd: isChosenBeforeEnd(attempt, own),
          chosen: listChosen(own.value),
          before: counted ? listChosen(counted.value) : null,
          decision:
            own.decision === 'accepted' || own.decision === 'left-out' ? own.decision : null,
        },
      ]
    }),
    ...(after.length > 0 && { afterFinish: after }),
    total: paper.questions.length,
    scoreIfAccepted: ifAccepted.score,
    scoreIfLeftOut: ifLeftOut.score,
    resultsReleasedAt: toInstantOrNull(item.resultsReleasedAt),
  }
}

type DecisionInput = z.output<typeof contract.body> & {
  readonly attemptId: string
  readonly actor: Actor
}

/** Changes the answers that count, the score and the emails in one transaction. */
export async function decideLateAnswers(
  deps: Deps,
  input: DecisionInput,
): Promise<
  | { score: number; mails: number }
  | Refusal<'attempt-not-found' | 'attempt-running' | 'late-answers-changed'>
> {
  const { db, now } = deps
  const { attemptId, decision, why, actor } = input
  const decided = await db.write(async (tx) => {
    const found = await findAnyAttempt(tx, attemptId)
    // Locked like for a key correction: the two would overwrite each other's scores.
    const exam = found && (await lockExam(tx, found.examId))
    const attempt = found && (await findAttemptForUpdate(tx, db.engine, { ...found, attemptId }))
    const item = await findAttempt(tx, { attemptId })
    if (!exam || !attempt || !item) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)
    const late = await loadLateAnswers(tx, attemptId)

    const at = now()
    if (attempt.finishedAt === null) return refuse('attempt-running')
    if (late.length === 0 || !isSame(late, input.answers)) return refuse('late-answers-changed')
    const plan = await planDecision(tx, attempt, paper, late)
    const { answers, score } = decision === 'accepted' ? plan.ifAccepted : plan.ifLeftOut
    const before = attempt.score ?? 0

    await saveLateDecision(tx, attempt, answers, late, { decision, at })
    await saveClosedAttempt(tx, attempt, score)
    const change = toChange(item, before, score, paper.questions.length)
    const changes = score === before ? [] : [change]
    const mails = await notifyCorrection(tx, deps, { exam, changes, mail: true }, at)
    const detail = { count: late.length, before, after: score }
    const action = `late-answers.${decision}` as const
    const person = attempt.studentId
    await audit(
      tx,
      deps,
      { actor, action, subject: attemptId, detail, values: { why }, person },
      at,
    )
    return { score, mails }
  })
  deps.mail.wake()
  return decided
}

async function loadLateAnswers(db: Db, attemptId: string): Promise<readonly LateAnswerRecord[]> {
  return (await listLateAnswers(db, [attemptId])).get(attemptId) ?? []
}

async function planDecision(
  db: Db,
  attempt: AttemptWithAnswers,
  paper: Paper,
  late: readonly LateAnswerRecord[],
) {
  const corrections = await getKeyCorrections(db, attempt.revisionId)
  const without = leaveOutLateAnswers(attempt.answers, late)
  const toOutcome = (answers: AttemptWithAnswers['answers']) => {
    return { answers, score: grade(paper, answers, corrections).score }
  }
  return {
    ifAccepted: toOutcome(countLateAnswers(without, late)),
    ifLeftOut: toOutcome(without),
  }
}

/** Nobody decides about an answer they have not seen. */
function isSame(late: readonly LateAnswerRecord[], seen: DecisionInput['answers']): boolean {
  const isSeen = (one: LateAnswerRecord) =>
    seen.some(
      ({ questionId, sequence }) => questionId === one.questionId && sequence === one.sequence,
    )
  return late.length === seen.length && late.every(isSeen)
}

function createChosenList(attempt: AttemptWithAnswers, paper: Paper, index: number) {
  const order = getOptionOrder(attempt, paper, index)
  const kind = kindOf(paper.questions[index] as Question)
  return (value: LateAnswerRecord['value']) =>
    kind
      .listChosenOptions(value)
      .map((option) => order.indexOf(option))
      .sort((one, other) => one - other)
}

function toChange(item: AttemptListItem, before: number, after: number, total: number) {
  const bands = [before, after].map((score) => getScoreBand(toPercentage(score, total)))
  const isBandChanged = bands[0] !== bands[1]
  return { before, after, isBandChanged, total, attempt: { ...item, isUncounted: item.isVoid } }
}
