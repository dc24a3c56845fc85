import type { Seat } from '#core/exam-windows/seats.ts'
import { getEntryPeriod, getLastEntry } from '#core/exam-windows/window.ts'
import {
  compareRegistered,
  countRegisterStates,
  getRegisterState,
  isExpected,
  type Member,
  type RegisterCounts,
  type StateSince,
} from '#core/registers/register.ts'
import type { Db } from '../database/database.ts'
import { listSeats } from '../exam-windows/seat-queries.ts'
import { findExam } from '../exams/queries.ts'
import { type LobbyVisit, listLobbyVisits } from '../presence/lobby-visits.ts'
import { findPeople, type Person } from './people.ts'
import {
  type Excuse,
  findRegister,
  findRegisterWindow,
  listEntries,
  listExcuses,
  type RegisterWindow,
} from './queries.ts'
import { loadRoster } from './roster.ts'

export type RegisteredStudent = Person &
  StateSince & {
    /** Their own latest entry, where another window makes it later than that of this one. */
    readonly ownLatestEntry: number | null
    readonly excuse: Excuse | null
    readonly lobby: LobbyVisit | null
    readonly seat: Seat | null
  }

export type Register = {
  readonly window: RegisterWindow
  /** By roll number. */
  readonly students: readonly RegisteredStudent[]
  /** How many were expected, and are deleted or erased by now. */
  readonly deleted: number
  readonly counts: RegisterCounts
  readonly at: number
}

/** The register of a window as it stands; undefined where there is no such window. */
export async function findRegisterOfWindow(
  db: Db,
  windowId: string,
  at: number,
): Promise<Register | undefined> {
  const window = await findRegisterWindow(db, windowId)
  const exam = window && (await findExam(db, window.examId))
  if (!window || !exam) return undefined
  const register = await findRegister(db, windowId)
  const entries = await listEntries(db, windowId)
  const excuses = await listExcuses(db, windowId)
  const visits = await listLobbyVisits(db, window.examId)
  const seats = window.rooms.length > 0 ? await listSeats(db, windowId) : null
  const roster = await loadRoster(db, window.examId, at)
  const isFinal = window.isRemoved || register?.isComplete === true
  const current = isFinal ? [] : roster.listMembers(window).filter((one) => isExpected(window, one))
  const members = new Map<string, Member>(current.map((one) => [one.studentId, one]))
  for (const studentId of entries.keys()) {
    if (members.has(studentId)) continue
    const attempts = roster.listAttempts(studentId)
    members.set(studentId, { since: 0, deletedAt: null, otherWindows: [], attempts })
  }
  const people = await findPeople(db, [...members.keys()])
  const lastEntry = getLastEntry(window)
  const students = people.flatMap((person): RegisteredStudent[] => {
    const member = members.get(person.id)
    if (!member || person.deletedAt !== null) return []
    const entry = entries.get(person.id) ?? null
    const excuse = excuses.get(person.id) ?? null
    const lobby = visits.get(person.id) ?? null
    const row = { member, exam, entry, excusedAt: excuse?.at ?? null, lobby }
    const until = entry?.until ?? getEntryPeriod(window, member.otherWindows).until
    return [
      {
        ...person,
        ...getRegisterState(window, row, at),
        ownLatestEntry: until > lastEntry ? until : null,
        excuse,
        lobby,
        seat: seats?.get(person.id) ?? null,
      },
    ]
  })
  const erased = (register?.decided ?? 0) - entries.size
  return {
    window,
    students: students.toSorted(compareRegistered),
    deleted: members.size - students.length + erased,
    counts: countRegisterStates(students.map(({ state }) => state)),
    at,
  }
}
