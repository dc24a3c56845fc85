import { getLastEntry } from '#core/exam-windows/window.ts'
import { decideEntry, isExpected, type RegisterEntry } from '#core/registers/register.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { WindowRegisters } from '../exam-windows/key-guard.ts'
import type { ExamWindow } from '../exam-windows/queries.ts'
import { listExamsWithRoomsOfBatches, removeSeats } from '../exam-windows/seat-queries.ts'
import { findExam, lockExam } from '../exams/queries.ts'
import {
  findRegister,
  listEntries,
  listExamsToReconcile,
  removeAbsences,
  removeRegister,
  saveEntries,
  saveRegister,
} from './queries.ts'
import { loadRoster, type Roster } from './roster.ts'
import { seatExam } from './seat-students.ts'

/** Decides, in every exam that has an open window, about whom something is to be decided. */
export async function reconcileRegisters({ db, now }: Deps): Promise<void> {
  for (const examId of await listExamsToReconcile(db.read, { at: now() })) {
    await db.write(async (tx) => {
      if (await lockExam(tx, examId)) await reconcileExam(tx, examId, now())
    })
  }
}

/**
 * Before anything changes who has a window, and until when, it is decided who has come so far and who
 * was absent. The exam must be locked, so that nobody starts an attempt.
 */
export async function reconcileExam(tx: Db, examId: string, at: number): Promise<void> {
  const exam = await findExam(tx, examId)
  if (!exam) return
  const roster = await loadRoster(tx, examId, at)
  for (const window of roster.windows) {
    if (window.opensAt <= at) await reconcileWindow(tx, { window, roster, exam, at })
  }
}

type WindowToReconcile = {
  readonly window: ExamWindow
  readonly roster: Roster
  readonly exam: { readonly attemptsAllowed: number }
  readonly at: number
}

async function reconcileWindow(
  tx: Db,
  { window, roster, exam, at }: WindowToReconcile,
): Promise<void> {
  const register = await findRegister(tx, window.id)
  if (register?.isComplete) return
  const known = await listEntries(tx, window.id)
  const decided = new Map<string, RegisterEntry>()
  for (const member of roster.listMembers(window)) {
    if (known.has(member.studentId) || !isExpected(window, member)) continue
    const entry = decideEntry(window, member, { exam, at })
    if (entry) decided.set(member.studentId, entry)
  }
  const isComplete = at > roster.getLastMoment(window)
  if (register && decided.size === 0 && !isComplete) return
  const count = (register?.decided ?? 0) + decided.size
  await saveRegister(tx, window, { decided: count, isComplete })
  await saveEntries(tx, window.id, decided)
}

export const windowRegisters: WindowRegisters = {
  reconcile: reconcileExam,
  seat: seatExam,

  async reopen(tx, window, at) {
    const register = await findRegister(tx, window.id)
    if (!register) return
    const isOpenAgain = at <= getLastEntry(window)
    const withdrawn = isOpenAgain ? await removeAbsences(tx, window.id) : 0
    const isComplete = register.isComplete && !isOpenAgain
    await saveRegister(tx, window, { decided: register.decided - withdrawn, isComplete })
  },

  async close(tx, window) {
    const register = await findRegister(tx, window.id)
    if (register && register.decided > 0) {
      return saveRegister(tx, window, { ...register, isComplete: true })
    }
    if (register) await removeRegister(tx, window.id)
    await removeSeats(tx, window.id)
  },
}

/** Before students are added to batches, or taken out. All exams that seat them are locked from then on. */
export async function reconcileBatches(
  tx: Db,
  batchIds: readonly string[],
  at: number,
): Promise<void> {
  const exams = new Set(await listExamsWithRoomsOfBatches(tx, { batchIds, at }))
  for (const batchId of batchIds)
    for (const exam of await listExamsToReconcile(tx, { at, batchId })) exams.add(exam)
  for (const examId of [...exams].toSorted()) {
    if (await lockExam(tx, examId)) await reconcileExam(tx, examId, at)
  }
}
