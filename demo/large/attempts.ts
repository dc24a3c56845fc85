import type Sqlite from 'better-sqlite3'
import type { FinishReason } from '#core/attempts/attempt.ts'
import { computeDeadline } from '#core/attempts/deadline.ts'
import { shuffleIndexes } from '#core/random.ts'
import { buildSearchKey } from '#core/text.ts'
import { minute } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { PastAttempt } from './audit.ts'
import type { CohortMember } from './cohort.ts'
import { createInserter } from './create-inserter.ts'
import type { LargeExam } from './exams.ts'

type AddAttemptsInput = {
  readonly random: Random
  readonly newId: () => string
  readonly now: number
  readonly count: number
}

/** The chosen option of each question, until its rows are written. */
type AnswerSheet = {
  readonly id: string
  readonly exam: LargeExam
  readonly startedAt: number
  readonly lastedMs: number
  readonly options: Uint8Array
}
const unanswered = 255

/**
 * Each exam is taken by a class of its own, the newest one at this moment, and one by every other
 * student. @returns who took which exam, and when
 */
export function addAttempts(
  sqlite: Sqlite.Database,
  exams: readonly LargeExam[],
  members: readonly CohortMember[],
  input: AddAttemptsInput,
): PastAttempt[] {
  const addAttempt = createInserter(sqlite, 'attempts')
  const addMail = createInserter(sqlite, 'mails')
  const sheets: AnswerSheet[] = []
  const attempts: PastAttempt[] = []
  const sizes = getClassSizes(exams, input.count, Math.floor(members.length / 2))
  for (const [index, exam] of exams.entries()) {
    for (const member of pickClass(exam, members, {
      size: sizes[index] ?? 0,
      random: input.random,
    })) {
      const sheet = takeExam(addAttempt, { exam, member, ...input })
      sheets.push(sheet)
      attempts.push({ member, at: sheet.startedAt })
      if (exam.resultsReleasedAt !== null) {
        addMail(toSentEmail(input.newId(), { exam, member, at: exam.resultsReleasedAt }))
      }
    }
  }
  addAnswers(sqlite, sheets)
  return attempts
}

/**
 * All sizes are alike except for the newest exam with released results, which half the institute
 * took.
 */
function getClassSizes(
  exams: readonly LargeExam[],
  count: number,
  half: number,
): readonly number[] {
  const hasReleasedResults = ({ resultsReleasedAt }: LargeExam) => resultsReleasedAt !== null
  const largest = exams.findLastIndex(hasReleasedResults)
  const largestSize = Math.min(half, Math.floor(count / 2))
  const others = exams.length - 1
  let assigned = 0
  return exams.map((_, index) => {
    if (index === largest) return largestSize
    const [from, to] = [assigned, ++assigned].map((n) =>
      Math.floor((n * (count - largestSize)) / others),
    )
    return (to ?? 0) - (from ?? 0)
  })
}

/** A sample of those who were students by then, without repetition. */
function pickClass(
  { heldAt }: LargeExam,
  members: readonly CohortMember[],
  { size, random }: { size: number; random: Random },
): CohortMember[] {
  const before = members.filter(({ registeredAt }) => registeredAt < heldAt)
  const candidates = before.length < size ? members.slice(0, size) : before
  const places = shuffleIndexes(candidates.length, random.between(1, 1e9)).slice(0, size)
  return places.flatMap((index) => candidates[index] ?? [])
}

type AddAttempt = ReturnType<typeof createInserter<'attempts'>>
type TakeExamInput = { readonly exam: LargeExam; readonly member: CohortMember } & AddAttemptsInput

function takeExam(
  add: AddAttempt,
  { exam, member, random, newId, now }: TakeExamInput,
): AnswerSheet {
  const { paper, heldAt } = exam
  const startedAt = heldAt - random.between(1, 25) * minute + random.between(0, 59_999)
  const { endsAt, closesAt } = computeDeadline(startedAt, paper.durationMinutes)
  const paceMs = random.between(20_000, 100_000)
  const finishReason = pickFinishReason(random)
  const share = finishReason === 'Completed' ? 0.98 : 0.6
  let score = 0
  const options = Uint8Array.from(paper.questions, ({ correct }, index) => {
    const isAnswered =
      random.next() < share && startedAt + (index + 1) * paceMs < Math.min(now, endsAt)
    if (!isAnswered) return unanswered
    const isCorrect = random.next() < member.ability
    if (isCorrect) score++
    return isCorrect ? correct : (correct + random.between(1, 3)) % 4
  })
  const lastedMs =
    finishReason === 'Time expired' ? endsAt - startedAt : paceMs * paper.questions.length
  const finishedAt = Math.min(startedAt + lastedMs, endsAt)
  const isRunning = finishedAt > now
  const id = newId()
  add({
    id,
    exam_id: exam.id,
    revision_id: exam.revisionId,
    student_id: member.id,
    seed: random.between(0, 2 ** 32 - 1),
    shuffles_options_at: null,
    started_at: startedAt,
    ends_at: endsAt,
    closes_at: closesAt,
    finished_at: isRunning ? null : finishedAt,
    finish_reason: isRunning ? null : finishReason,
    score: isRunning ? null : score,
    reopened_at: null,
  })
  return { id, exam, startedAt, lastedMs, options }
}

const otherReasons: readonly FinishReason[] = [
  ...(['Time expired', 'Time expired', 'Auto submission', 'Auto submission'] as const),
  ...(['Page refreshed or closed', 'Developer tools opened', 'User pressed back button'] as const),
]

function pickFinishReason(random: Random): FinishReason {
  return random.next() < 0.9 ? 'Completed' : random.pick(otherReasons)
}

/** In the order of their key, so that a million rows only append to the index. */
function addAnswers(sqlite: Sqlite.Database, sheets: AnswerSheet[]) {
  const addAnswer = createInserter(sqlite, 'answers')
  sheets.sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id, exam, startedAt, lastedMs, options } of sheets) {
    for (const [index, question] of exam.paper.questions.entries()) {
      const option = options[index] ?? unanswered
      if (option === unanswered) continue
      const at = startedAt + Math.round((lastedMs * (index + 1)) / (options.length + 1))
      addAnswer({
        attempt_id: id,
        question_id: question.id,
        answer: JSON.stringify({ option }),
        sequence: at,
        answered_at: at,
      })
    }
  }
}

type ReleasedResult = { exam: LargeExam; member: CohortMember; at: number }

/** A sent email, which is kept without its text. */
function toSentEmail(id: string, { exam, member, at }: ReleasedResult) {
  const subject = `Your result: ${exam.paper.title}`
  return {
    id,
    kind: 'result',
    to_name: member.name,
    to_address: member.email,
    subject,
    text_body: null,
    html_body: null,
    state: 'sent',
    tries: 1,
    next_try_at: at,
    leased_until: null,
    last_error: null,
    account_id: member.id,
    exam_id: exam.id,
    created_at: at,
    sent_at: at,
    maybe_sent_at: null,
    reply_name: null,
    reply_address: null,
    search_key: buildSearchKey(`${member.name} ${member.email} ${subject}`),
  } as const
}
