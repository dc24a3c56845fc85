import { formatInstituteDay, isSameInstituteDay } from '#contract/institute-clock.ts'
import { compareToday, isOfToday } from '#core/registers/today.ts'
import type { Db } from '../database/database.ts'
import { listWindowStudents } from '../exam-windows/audience.ts'
import { type ListedWindow, listWindows } from '../exam-windows/queries.ts'
import { findRegisterOfWindow, type Register } from './get-register.ts'

const dayMs = 24 * 60 * 60_000
const weekDays = 7

type ComingWindow = { readonly window: ListedWindow; readonly expected: number | null }

type Today = {
  readonly today: readonly Register[]
  readonly week: readonly ComingWindow[]
  /** The first one after the week; null where there is one before. */
  readonly next: ListedWindow | null
}

/** The windows of the day at the institute, those of the seven days after it, and what comes then. */
export async function findToday(db: Db, at: number): Promise<Today> {
  const windows = await listWindows(db, { closesAfter: at - 2 * dayMs })
  const isSameDay = (moment: number) => isSameInstituteDay(moment, at)
  const ofToday = windows
    .filter((window) => isOfToday(window, { now: at, isSameDay }))
    .toSorted((one, other) => compareToday(one, other, at))
  const today: Register[] = []
  for (const { id } of ofToday) {
    const register = await findRegisterOfWindow(db, id, at)
    if (register) today.push(register)
  }
  const days = new Set(
    Array.from({ length: weekDays }, (_, ahead) => formatInstituteDay(at + (ahead + 1) * dayMs)),
  )
  const coming = windows.filter(({ opensAt }) => opensAt > at && !isSameDay(opensAt))
  const ofWeek = coming.filter(({ opensAt }) => days.has(formatInstituteDay(opensAt)))
  const students = Map.groupBy(await listWindowStudents(db, ofWeek), ({ windowId }) => windowId)
  const week = ofWeek.map((window) => ({
    window,
    expected: window.kind === 'everyone' ? null : (students.get(window.id)?.length ?? 0),
  }))
  return { today, week, next: today.length + week.length === 0 ? (coming[0] ?? null) : null }
}
