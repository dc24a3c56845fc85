import type { z } from 'zod'
import type {
  addExamWindow as addContract,
  updateExamWindow as updateContract,
} from '#contract/exam-windows.ts'
import { findRoomErrors, type Room } from '#core/exam-windows/seats.ts'
import { findWindowErrors, type WindowTimes } from '#core/exam-windows/window.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { lockBatch } from '../batches/queries.ts'
import type { Db } from '../database/database.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam, lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { findStudentNames } from '../students/queries.ts'
import { type Audience, everyone, type GuardedDeps, type SavedWindow } from './key-guard.ts'
import {
  listExamWindows,
  listNamedStudentIds,
  lockWindow,
  saveWindow,
  saveWindowStudents,
  serializeRooms,
} from './queries.ts'
import { setReleased } from './remove-window.ts'
import { collectWindowValues } from './window-values.ts'

type AddWindowBody = z.output<typeof addContract.body>
type AudienceInput = AddWindowBody['audience']

type AddWindowInput = {
  readonly examId: string
  readonly times: WindowTimes
  readonly audience: AudienceInput
  readonly rooms: readonly Room[]
  readonly isReleasing: boolean
  readonly confirm: boolean | undefined
  readonly actor: Actor
}

/** A window that is sent twice is one. */
export async function addWindow(
  deps: GuardedDeps,
  { examId, times, audience: sent, rooms, isReleasing, confirm, actor }: AddWindowInput,
): Promise<
  | SavedWindow
  | Refusal<
      | 'test-not-found'
      | 'batch-not-found'
      | 'student-not-found'
      | 'invalid-input'
      | 'key-still-needed'
    >
> {
  const errors =
    findWindowErrors(times) ??
    findPastError(times, deps.now()) ??
    findErrorsOfRooms(rooms, sent.kind)
  if (errors) return refuse('invalid-input', errors)
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const audience = await findAudience(tx, sent)
    if (isRefusal(audience)) return audience

    const sameId = await findSameWindow(tx, { examId, times, audience, rooms })
    const act = { kind: 'open-window', windowId: sameId, times, audience } as const
    const reveal = await deps.findKeyReveal(tx, exam, act, deps.now())
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed
    const added = { examId, times, audience, rooms, actor }
    const windowId = sameId ?? (await insertWindow(tx, deps, added))
    if (isReleasing) await setReleased(tx, deps, { exam, isReleased: true, actor })
    return { windowId, wouldReveal: reveal.wouldReveal }
  })
}

function findErrorsOfRooms(rooms: readonly Room[], kind: AudienceInput['kind']) {
  if (rooms.length === 0) return null
  return kind === 'everyone'
    ? { rooms: 'A window for everyone has no rooms' }
    : findRoomErrors(rooms)
}

type NewWindow = Pick<AddWindowInput, 'examId' | 'times' | 'rooms' | 'actor'> & {
  readonly audience: Audience
}

/** The exam must be locked. @returns its id */
export async function insertWindow(
  tx: Db,
  deps: GuardedDeps,
  { examId, times, audience, rooms, actor }: NewWindow,
): Promise<string> {
  const at = deps.now()
  const { kind, batchId, batchName, studentIds } = audience
  const id = deps.newId()
  const window = { id, examId, ...times, kind, batchId, createdAt: at, version: 1, rooms }
  await deps.registers.reconcile(tx, examId, at)
  await saveWindow(tx, window)
  if (kind === 'students') await saveWindowStudents(tx, id, studentIds)
  await deps.registers.seat(tx, examId, at)
  const values = collectWindowValues(null, { ...window, batchName, students: studentIds.length })
  const event = { actor, action: 'window.added', subject: examId } as const
  const detail = { windowId: id, ...(batchId && { batchId }) }
  await audit(tx, deps, { ...event, detail, values }, at)
  return id
}

/** A window that is over before it is added is a slip. */
export function findPastError({ closesAt }: WindowTimes, now: number) {
  return closesAt <= now ? { closesAt: 'Choose a time that is still to come' } : null
}

async function findAudience(
  tx: Db,
  sent: AudienceInput,
): Promise<Audience | Refusal<'batch-not-found' | 'student-not-found'>> {
  if (sent.kind === 'everyone') return everyone
  if (sent.kind === 'batch') {
    // It stays until the transaction ends: a batch in use is not deleted.
    const batch = await lockBatch(tx, sent.batchId, 'shared')
    if (!batch || batch.deletedAt !== null) return refuse('batch-not-found')
    return { ...everyone, kind: 'batch', batchId: batch.id, batchName: batch.name }
  }
  const studentIds = [...new Set(sent.studentIds)].toSorted()
  const names = await findStudentNames(tx, studentIds)
  if (names.size < studentIds.length) return refuse('student-not-found')
  return { ...everyone, kind: 'students', studentIds }
}

async function findSameWindow(
  tx: Db,
  { examId, times, audience, rooms }: Omit<NewWindow, 'actor'>,
): Promise<string | null> {
  for (const window of await listExamWindows(tx, examId)) {
    const isSame =
      window.kind === audience.kind &&
      window.batchId === audience.batchId &&
      window.opensAt === times.opensAt &&
      window.closesAt === times.closesAt &&
      window.latestEntryAt === times.latestEntryAt &&
      window.endsAtClosing === times.endsAtClosing &&
      serializeRooms(window.rooms) === serializeRooms(rooms)
    if (!isSame) continue
    const named = window.kind === 'students' ? await listNamedStudentIds(tx, window.id) : []
    if (named.join() === audience.studentIds.join()) return window.id
  }
  return null
}

type UpdateWindowInput = {
  readonly id: string
  readonly body: z.output<typeof updateContract.body>
  readonly actor: Actor
}

/** Running attempts keep the deadline that they were started with. */
export async function updateWindow(
  deps: GuardedDeps,
  { id, body, actor }: UpdateWindowInput,
): Promise<
  | SavedWindow
  | Refusal<
      | 'window-not-found'
      | 'window-changed'
      | 'batch-not-found'
      | 'student-not-found'
      | 'invalid-input'
      | 'key-still-needed'
    >
> {
  return deps.db.write(async (tx) => {
    const window = await lockWindow(tx, id)
    const exam = window && (await findExam(tx, window.examId))
    if (!window || !exam) return refuse('window-not-found')
    const times: WindowTimes = {
      opensAt: body.opensAt === undefined ? window.opensAt : Date.parse(body.opensAt),
      closesAt: body.closesAt === undefined ? window.closesAt : Date.parse(body.closesAt),
      latestEntryAt:
        body.latestEntryAt === undefined ? window.latestEntryAt : parseInstant(body.latestEntryAt),
      endsAtClosing: body.endsAtClosing ?? window.endsAtClosing,
    }
    const errors = findWindowErrors(times)
    if (errors) return refuse('invalid-input', errors)
    if (body.basedOn !== undefined && body.basedOn !== String(window.version)) {
      return refuse('window-changed')
    }
    const named = window.kind === 'students' ? await listNamedStudentIds(tx, id) : []
    const before: Audience = { ...window, studentIds: named }
    const audience = body.audience ? await findAudience(tx, body.audience) : before
    if (isRefusal(audience)) return audience
    const wrongRooms = findErrorsOfRooms(body.rooms ?? [], audience.kind)
    if (wrongRooms) return refuse('invalid-input', wrongRooms)

    const { kind, batchId, batchName, studentIds } = audience
    const rooms = kind === 'everyone' ? [] : (body.rooms ?? window.rooms)
    const changed = { ...window, ...times, kind, batchId, batchName, rooms }
    const values = collectWindowValues(
      { ...window, students: named.length },
      { ...changed, students: studentIds.length },
    )
    const isSameStudents = named.join() === studentIds.join()
    const act = { kind: 'open-window', windowId: id, times, audience } as const
    const reveal = await deps.findKeyReveal(tx, exam, act, deps.now())
    const saved = { windowId: id, wouldReveal: reveal.wouldReveal }
    if (Object.keys(values).length === 0 && isSameStudents) return saved
    const unconfirmed = refuseUnconfirmed(reveal, body.confirm)
    if (unconfirmed) return unconfirmed
    const at = deps.now()
    await deps.registers.reconcile(tx, window.examId, at)
    await saveWindow(tx, { ...changed, version: window.version + 1 })
    if (!isSameStudents) await saveWindowStudents(tx, id, studentIds)
    await deps.registers.reopen(tx, changed, at)
    await deps.registers.seat(tx, window.examId, at)
    const event = { actor, action: 'window.updated', subject: window.examId } as const
    const fields = [...Object.keys(values), ...(isSameStudents ? [] : ['students'])]
    const detail = { windowId: id, ...(batchId && { batchId }), fields }
    await audit(tx, deps, { ...event, detail, values }, at)
    return saved
  })
}

function parseInstant(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}

type WireTimes = {
  readonly opensAt: string
  readonly closesAt: string
  readonly latestEntryAt: string | null
  readonly endsAtClosing: boolean
}

export function parseTimes(times: WireTimes): WindowTimes {
  return {
    opensAt: Date.parse(times.opensAt),
    closesAt: Date.parse(times.closesAt),
    latestEntryAt: parseInstant(times.latestEntryAt),
    endsAtClosing: times.endsAtClosing,
  }
}
