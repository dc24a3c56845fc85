import { giveSeats, isSameSeat, type Seat } from '#core/exam-windows/seats.ts'
import { compareRegistered, isExpected } from '#core/registers/register.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { type ExamWindow, listExamWindows } from '../exam-windows/queries.ts'
import {
  listExamsWithRooms,
  listExamsWithRoomsOfBatches,
  listExamsWithRoomsOfStudents,
  listSeats,
  removeSeats,
  saveSeats,
} from '../exam-windows/seat-queries.ts'
import { lockExam } from '../exams/queries.ts'
import { findPeople } from './people.ts'
import { listEntries } from './queries.ts'
import { loadRoster, type Roster } from './roster.ts'

/** Seats students whose windows changed by an act that does not seat them itself, such as an import. */
export async function reconcileSeats({ db, now }: Deps): Promise<void> {
  for (const examId of await listExamsWithRooms(db.read, now())) {
    const changes = await findChanges(db.read, examId, now())
    if (changes.length === 0) continue
    await db.write(async (tx) => {
      if (await lockExam(tx, examId)) await seatExam(tx, examId, now())
    })
  }
}

/** Gives the students of each window of this exam their seats. The exam must be locked. */
export async function seatExam(tx: Db, examId: string, at: number): Promise<void> {
  for (const { window, ...change } of await findChanges(tx, examId, at)) {
    if (window.rooms.length === 0) await removeSeats(tx, window.id)
    else await saveSeats(tx, window, change)
  }
}

/** After students were added to batches, or taken out. */
export async function seatBatches(tx: Db, batchIds: readonly string[], at: number) {
  await seatExams(tx, await listExamsWithRoomsOfBatches(tx, { batchIds, at }), at)
}

/** After students were deleted, or restored. */
export async function seatStudents(tx: Db, studentIds: readonly string[], at: number) {
  await seatExams(tx, await listExamsWithRoomsOfStudents(tx, { studentIds, at }), at)
}

async function seatExams(tx: Db, examIds: readonly string[], at: number) {
  for (const examId of examIds) {
    if (await lockExam(tx, examId)) await seatExam(tx, examId, at)
  }
}

type SeatChange = {
  readonly window: ExamWindow
  readonly freed: readonly string[]
  readonly assigned: ReadonlyMap<string, Seat>
}

/** Once a window has closed, its students have sat where they sat. */
async function findChanges(db: Db, examId: string, at: number): Promise<SeatChange[]> {
  const changes: SeatChange[] = []
  let roster: Roster | null = null
  for (const window of await listExamWindows(db, examId)) {
    const taken = await listSeats(db, window.id)
    if (window.rooms.length === 0) {
      if (taken.size > 0) changes.push({ window, freed: [...taken.keys()], assigned: new Map() })
      continue
    }
    if (window.closesAt <= at) continue
    roster ??= await loadRoster(db, examId, at)
    const studentIds = await listSeated(db, window, roster)
    const seats = giveSeats(window.rooms, studentIds, taken)
    const freed = [...taken.keys()].filter((id) => !isSameSeat(taken.get(id), seats.get(id)))
    const assigned = new Map([...seats].filter(([id, seat]) => !isSameSeat(taken.get(id), seat)))
    if (freed.length + assigned.size > 0) changes.push({ window, freed, assigned })
  }
  return changes
}

/** The students of the register, in its order. */
async function listSeated(db: Db, window: ExamWindow, roster: Roster): Promise<string[]> {
  const expected = roster.listMembers(window).filter((member) => isExpected(window, member))
  const decided = await listEntries(db, window.id)
  const ids = new Set([...expected.map(({ studentId }) => studentId), ...decided.keys()])
  const people = await findPeople(db, [...ids])
  return people
    .filter(({ deletedAt }) => deletedAt === null)
    .toSorted(compareRegistered)
    .map(({ id }) => id)
}
