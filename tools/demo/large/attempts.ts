import type Sqlite from 'better-sqlite3'
import type { FinishReason } from '#core/attempts/attempt.ts'
import { computeDeadline } from '#core/attempts/deadline.ts'
import { shuffleIndexes } from '#core/attempts/shuffle.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { minute } from '../calendar.ts'
import type { Dice } from '../dice.ts'
import type { Sat } from './audit.ts'
import type { Member } from './crowd.ts'
import type { LargeExam } from './exams.ts'
import { rowsOf } from './rows.ts'

type Given = {
  readonly dice: Dice
  readonly newId: () => string
  readonly now: number
  readonly count: number
}

/** Which option each question got; the answer sheet until its rows are written. */
type Sheet = {
  readonly id: string
  readonly exam: LargeExam
  readonly startedAt: number
  readonly lastedMs: number
  readonly options: Uint8Array
}
const unanswered = 255

/**
 * Each exam is sat by a class of its own; the newest one at this moment, and one by every other
 * student. @returns who sat, and when
 */
export function addAttempts(
  sqlite: Sqlite.Database,
  exams: readonly LargeExam[],
  members: readonly Member[],
  given: Given,
): Sat[] {
  const addAttempt = rowsOf(sqlite, 'attempts')
  const addMail = rowsOf(sqlite, 'mails')
  const sheets: Sheet[] = []
  const sat: Sat[] = []
  const sizes = classSizes(exams, given.count, Math.floor(members.length / 2))
  for (const [place, exam] of exams.entries()) {
    for (const member of classOf(exam, members, { size: sizes[place] ?? 0, dice: given.dice })) {
      const sheet = sit(addAttempt, { exam, member, ...given })
      sheets.push(sheet)
      sat.push({ member, at: sheet.startedAt })
      if (exam.resultsReleasedAt !== null) {
        addMail(letterOf(given.newId(), { exam, member, at: exam.resultsReleasedAt }))
      }
    }
  }
  addAnswers(sqlite, sheets)
  return sat
}

/** All alike but for the newest exam whose results were told: half the institute sat that one. */
function classSizes(exams: readonly LargeExam[], count: number, half: number): readonly number[] {
  const isTold = ({ resultsReleasedAt }: LargeExam) => resultsReleasedAt !== null
  const big = exams.findLastIndex(isTold)
  const most = Math.min(half, Math.floor(count / 2))
  const others = exams.length - 1
  let given = 0
  return exams.map((_, place) => {
    if (place === big) return most
    const [from, to] = [given, ++given].map((n) => Math.floor((n * (count - most)) / others))
    return (to ?? 0) - (from ?? 0)
  })
}

/** Some who were students by then, nobody twice. */
function classOf(
  { heldAt }: LargeExam,
  members: readonly Member[],
  { size, dice }: { size: number; dice: Dice },
): Member[] {
  const before = members.filter(({ registeredAt }) => registeredAt < heldAt)
  const there = before.length < size ? members.slice(0, size) : before
  const places = shuffleIndexes(there.length, dice.between(1, 1e9)).slice(0, size)
  return places.flatMap((place) => there[place] ?? [])
}

type AddAttempt = ReturnType<typeof rowsOf<'attempts'>>
type Seat = { readonly exam: LargeExam; readonly member: Member } & Given

function sit(add: AddAttempt, { exam, member, dice, newId, now }: Seat): Sheet {
  const { paper, heldAt } = exam
  const startedAt = heldAt - dice.between(1, 25) * minute + dice.between(0, 59_999)
  const { endsAt, closesAt } = computeDeadline(startedAt, paper.durationMinutes)
  const paceMs = dice.between(20_000, 100_000)
  const finishReason = reasonOf(dice)
  const share = finishReason === 'Completed' ? 0.98 : 0.6
  let score = 0
  const options = Uint8Array.from(paper.questions, ({ correct }, index) => {
    const isThere = dice.roll() < share && startedAt + (index + 1) * paceMs < Math.min(now, endsAt)
    if (!isThere) return unanswered
    const isRight = dice.roll() < member.ability
    if (isRight) score++
    return isRight ? correct : (correct + dice.between(1, 3)) % 4
  })
  const lastedMs =
    finishReason === 'Time expired' ? endsAt - startedAt : paceMs * paper.questions.length
  const finishedAt = Math.min(startedAt + lastedMs, endsAt)
  const runs = finishedAt > now
  const id = newId()
  add({
    id,
    exam_id: exam.id,
    revision_id: exam.revisionId,
    student_id: member.id,
    seed: dice.between(0, 2 ** 32 - 1),
    shuffles_options_at: null,
    started_at: startedAt,
    ends_at: endsAt,
    closes_at: closesAt,
    finished_at: runs ? null : finishedAt,
    finish_reason: runs ? null : finishReason,
    score: runs ? null : score,
    reopened_at: null,
  })
  return { id, exam, startedAt, lastedMs, options }
}

const otherReasons: readonly FinishReason[] = [
  ...(['Time expired', 'Time expired', 'Auto submission', 'Auto submission'] as const),
  ...(['Page refreshed or closed', 'Developer tools opened', 'User pressed back button'] as const),
]

function reasonOf(dice: Dice): FinishReason {
  return dice.roll() < 0.9 ? 'Completed' : dice.pick(otherReasons)
}

/** In the order of their key, so that a million of them are written from left to right. */
function addAnswers(sqlite: Sqlite.Database, sheets: Sheet[]) {
  const addAnswer = rowsOf(sqlite, 'answers')
  sheets.sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id, exam, startedAt, lastedMs, options } of sheets) {
    for (const [index, question] of exam.paper.questions.entries()) {
      const option = options[index] ?? unanswered
      if (option === unanswered) continue
      const at = startedAt + Math.round((lastedMs * (index + 1)) / (options.length + 1))
      addAnswer({
        attempt_id: id,
        question_id: question.id,
        option_index: option,
        sequence: at,
        answered_at: at,
      })
    }
  }
}

type Told = { exam: LargeExam; member: Member; at: number }

/** As a letter lies there once it was sent: without its text. */
function letterOf(id: string, { exam, member, at }: Told) {
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
