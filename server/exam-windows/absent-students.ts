import { findMissedWindow, findWindowErrors, type WindowTimes } from '#core/exam-windows/window.ts'
import type { WindowNotice } from '#core/exam-windows/window-email.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam, lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import type { Email, WindowInCalendar } from '../platform/mailer/email.ts'
import { listWindowStudents } from './audience.ts'
import { findPastError, insertWindow } from './change-window.ts'
import { everyone, type GuardedDeps, type SavedWindow } from './key-guard.ts'
import { type ExamWindow, listExamWindows } from './queries.ts'

/** Attempts are a slice to the right, so the app passes in what is asked of them. */
export type AbsenceDeps = GuardedDeps & {
  /** Everybody with an attempt at the exam. */
  readonly listTakers: (db: Db, examId: string) => Promise<ReadonlySet<string>>
}

export type AbsentStudent = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly identifier: string | null
  readonly missed: ExamWindow
}

type AbsenceQuery = { readonly examId: string; readonly batchId?: string | undefined }

type NotedMakeUp = {
  readonly windowId: string
  readonly examId: string
  readonly window: WindowNotice
  /** Students who were written to, and the ids of those emails in the same order. */
  readonly studentIds: readonly string[]
  readonly emailIds: readonly string[]
}

/** Emails of windows are a slice to the right, too. */
export type MakeUpEmails = {
  /** Whether a calendar entry goes with the email. */
  haveCalendar(tx: Db): Promise<boolean>
  /** After they were queued: later changes of the window are sent as such. */
  note(tx: Db, noted: NotedMakeUp, at: number): Promise<void>
}

export type MakeUpDeps = AbsenceDeps & { readonly makeUpEmails: MakeUpEmails }

/** Students who had a window, can start no more and have no attempt; by name. */
export async function listAbsentStudents(
  db: Db,
  { listTakers, now }: Pick<AbsenceDeps, 'listTakers' | 'now'>,
  { examId, batchId }: AbsenceQuery,
): Promise<AbsentStudent[] | Refusal<'test-not-found'>> {
  if (!(await findExam(db, examId))) return refuse('test-not-found')
  const windows = await listExamWindows(db, examId)
  const byId = new Map(windows.map((window) => [window.id, window]))
  const forEveryone = windows
    .filter(({ kind }) => kind === 'everyone')
    .map((window) => ({ ...window, since: Number.POSITIVE_INFINITY }))
  const members = await listWindowStudents(db, windows)
  const takers = await listTakers(db, examId)
  const at = now()
  return [...Map.groupBy(members, ({ id }) => id).values()].flatMap((own) => {
    const [student] = own
    if (!student || takers.has(student.id)) return []
    const named = own.flatMap(({ windowId, since }) => {
      const window = byId.get(windowId)
      return window ? [{ ...window, since }] : []
    })
    if (batchId !== undefined && !named.some((window) => window.batchId === batchId)) return []
    // One for everyone is still open to them, and expects nobody.
    const missed = findMissedWindow([...named, ...forEveryone], at)
    const { id, name, email, identifier } = student
    return missed ? [{ id, name, email, identifier, missed }] : []
  })
}

type MakeUpInput = AbsenceQuery & {
  /** The absent ones to open it for; all of them if omitted. */
  readonly chosenIds: readonly string[] | undefined
  readonly times: WindowTimes
  readonly confirm: boolean | undefined
  readonly actor: Actor
}

/** One press, one window, an email to each: those for whom it is open are absent no longer. */
export async function openMakeUpWindow(
  deps: MakeUpDeps,
  { examId, batchId, chosenIds, times, confirm, actor }: MakeUpInput,
): Promise<
  | (SavedWindow & { opened: number; emailed: number })
  | Refusal<'test-not-found' | 'nobody-absent' | 'invalid-input' | 'key-still-needed'>
> {
  const errors = findWindowErrors(times) ?? findPastError(times, deps.now())
  if (errors) return refuse('invalid-input', errors)
  const made = await deps.db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const absent = await listAbsentStudents(tx, deps, { examId, batchId })
    if (isRefusal(absent)) return absent
    const chosen = chosenIds && new Set(chosenIds)
    const students = absent.filter(({ id }) => !chosen || chosen.has(id))
    if (students.length === 0) return refuse('nobody-absent')

    const studentIds = students.map(({ id }) => id).toSorted()
    const audience = { ...everyone, kind: 'students', studentIds } as const
    const act = { kind: 'open-window', windowId: null, times, audience } as const
    const reveal = await deps.findKeyReveal(tx, exam, act, deps.now())
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    const window = { examId, times, audience, rooms: [], actor }
    const windowId = await insertWindow(tx, deps, window)
    // Before its release nobody could start then, so a date would be a promise.
    const written = exam.releasedAt === null ? [] : students
    const at = deps.now()
    const calendar = { windowId, sequence: 0, writtenAt: at }
    const emails = writeEmails(written, exam, {
      ...times,
      ...((await deps.makeUpEmails.haveCalendar(tx)) && { calendar }),
    })
    const emailIds = await deps.mail.queue(tx, emails, at)
    const notice = { title: exam.title, ...times, seat: null }
    const noted = { windowId, examId, window: notice, emailIds }
    await deps.makeUpEmails.note(tx, { ...noted, studentIds: written.map(({ id }) => id) }, at)
    const { wouldReveal } = reveal
    return { windowId, wouldReveal, opened: students.length, emailed: emails.length }
  })
  if (!isRefusal(made)) deps.mail.wake()
  return made
}

function writeEmails(
  students: readonly AbsentStudent[],
  { id: examId, title }: { readonly id: string; readonly title: string },
  window: WindowTimes & { readonly calendar?: WindowInCalendar },
): Email[] {
  return students.map(({ id: accountId, name, email: address }) => ({
    kind: 'make-up-window',
    to: { name, address },
    accountId,
    examId,
    title,
    ...window,
  }))
}
