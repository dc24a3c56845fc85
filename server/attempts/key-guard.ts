import type { KeyReveal } from '#contract/key-guard.ts'
import { isOver, reopen } from '#core/attempts/attempt.ts'
import { maxResumeDelayMs } from '#core/attempts/deadline.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import {
  type Candidate,
  everyoneWindowId,
  findReveal,
  type KeyAct,
  type RevealGroup,
} from '#core/grading/key-guard.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import { listWindowStudents } from '../exam-windows/audience.ts'
import type { FindKeyReveal, GuardedAct } from '../exam-windows/key-guard.ts'
import { type ListedWindow, listWindows } from '../exam-windows/queries.ts'
import type { GuardedExam } from '../exams/key-guard.ts'
import { toInstantOrNull } from '../http/serialize.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'

/** Nobody could still sit. */
export const noReveal: KeyReveal = { wouldReveal: null, stillToSit: [] }
const newWindowId = 'new'

/** Finds the students who could take the exam while its key is known because of this act. */
export const findKeyReveal: FindKeyReveal = async (db, exam, act, at) => {
  const areResultsReleased = exam.resultsReleasedAt !== null
  if (act.kind !== 'release' && !areResultsReleased) return noReveal
  const { attemptsAllowed, releasedAt } = exam
  const windows = await listWindows(db, { examId: exam.id })
  const rules = { attemptsAllowed, isOpen: releasedAt !== null, areResultsReleased }
  const keyAct = await toKeyAct(db, act)
  const isOpened = act.kind === 'change-rules' && act.isOpen && releasedAt === null
  const isForEveryone =
    act.kind === 'open-to-everyone' ||
    (isOpened && windows.length === 0) ||
    windows.some(({ kind }) => kind === 'everyone')
  const candidates = await listCandidates(db, exam.id, { windows, act: keyAct, isForEveryone }, at)
  const reveal = findReveal(candidates, rules, keyAct, at)
  if (!reveal) return noReveal
  return {
    wouldReveal: { students: reveal.students, until: toInstantOrNull(reveal.until) },
    stillToSit: reveal.groups.map((group) => serializeGroup(group, windows, act)),
  }
}

/** The same of attempts that go on, with `minutes` more than what was left of them. */
export function findReopeningReveal(
  db: Db,
  exam: GuardedExam,
  { attempts, minutes }: { readonly attempts: readonly AttemptRecord[]; readonly minutes: number },
  at: number,
): Promise<KeyReveal> {
  const untilByStudent = new Map(
    attempts.map((attempt) => [attempt.studentId, findReopenedDeadline(attempt, minutes, at)]),
  )
  return findKeyReveal(db, exam, { kind: 'reopen', untilByStudent }, at)
}

/** One that cannot be reopened by now is taken for one whose student has yet to resume. */
export function findReopenedDeadline(attempt: AttemptRecord, minutes: number, at: number): number {
  const reopened = reopen({ ...attempt, answers: {} }, minutes, at)
  return isRefusal(reopened) ? at + maxResumeDelayMs : reopened.endsAt
}

async function toKeyAct(db: Db, act: GuardedAct): Promise<KeyAct> {
  if (act.kind !== 'open-window') return act
  const { windowId, times, audience, kind } = act
  const window = { id: windowId ?? newWindowId, ...times }
  return { kind, window, studentIds: await findStudents(db, audience) }
}

async function findStudents(
  db: Db,
  { kind, batchId, studentIds }: Extract<GuardedAct, { kind: 'open-window' }>['audience'],
): Promise<ReadonlySet<string> | 'everyone'> {
  if (kind === 'everyone') return kind
  if (kind === 'students') return new Set(studentIds)
  const rows = await db
    .selectFrom('batch_students')
    .select('student_id')
    .where('batch_id', '=', batchId ?? '')
    .execute()
  return new Set(rows.map((row) => row.student_id))
}

type CandidateQuery = {
  readonly windows: readonly ListedWindow[]
  readonly act: KeyAct
  readonly isForEveryone: boolean
}

/** Without deleted students; all others where a window is for everyone. */
async function listCandidates(
  db: Db,
  examId: string,
  { windows, act, isForEveryone }: CandidateQuery,
  at: number,
): Promise<Candidate[]> {
  const attempts = await listAttemptsByStudent(db, examId)
  const extraAttempts = await countExtraAttemptsByStudent(db, examId)
  const members = Map.groupBy(await listWindowStudents(db, windows), ({ id }) => id)
  const opened = act.kind === 'open-window' ? act.studentIds : new Set<string>()
  const ids =
    isForEveryone || opened === 'everyone'
      ? await listStudentIds(db)
      : await keepExisting(db, [
          ...attempts.keys(),
          ...extraAttempts.keys(),
          ...members.keys(),
          ...opened,
        ])
  return ids.map((id): Candidate => {
    const own = attempts.get(id) ?? []
    const named = new Set(members.get(id)?.map(({ windowId }) => windowId))
    const running = own.find((attempt) => !isOver(attempt, at))
    return {
      id,
      attempts: own.length,
      extraAttempts: extraAttempts.get(id) ?? 0,
      hasResult: own.some((attempt) => isOver(attempt, at) && !attempt.isVoid),
      runningUntil: running ? getDeadlineFrom(running, at) : null,
      windows:
        windows.length === 0
          ? null
          : windows.filter((window) => window.kind === 'everyone' || named.has(window.id)),
    }
  })
}

async function listAttemptsByStudent(
  db: Db,
  examId: string,
): Promise<ReadonlyMap<string, readonly AttemptRecord[]>> {
  const rows = await db.selectFrom('attempts').selectAll().where('exam_id', '=', examId).execute()
  return Map.groupBy(rows.map(toAttemptRecord), ({ studentId }) => studentId)
}

async function countExtraAttemptsByStudent(
  db: Db,
  examId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('grants')
    .select((eb) => ['student_id', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .groupBy('student_id')
    .execute()
  return new Map(rows.map((row) => [row.student_id, Number(row.count)]))
}

async function listStudentIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('students')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function keepExisting(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('students')
    .select('id')
    .where('deleted_at', 'is not', null)
    .execute()
  const deleted = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !deleted.has(id))
}

function serializeGroup(
  { kind, windowId, students, opensAt, until }: RevealGroup,
  windows: readonly ListedWindow[],
  act: GuardedAct,
): KeyReveal['stillToSit'][number] {
  const times = { students, opensAt: toInstantOrNull(opensAt), until: toInstantOrNull(until) }
  if (kind !== 'window') return { kind, name: null, ...times }
  if (windowId === everyoneWindowId) return { kind: 'everyone', name: null, ...times }
  const isOfAct = act.kind === 'open-window' && windowId === (act.windowId ?? newWindowId)
  const window = isOfAct ? act.audience : windows.find(({ id }) => id === windowId)
  return { kind: window?.kind ?? 'students', name: window?.batchName ?? null, ...times }
}
