import { describeWindow, onceReleased, toText } from '#contract/access-sentence.ts'
import type { ExamWindow as WireWindow } from '#contract/exam-windows.ts'
import type { StudentWindow } from '#contract/lobby.ts'
import { getWindowPhase, type StudentAccess } from '#core/exam-windows/window.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { AbsentStudent } from './absent-students.ts'
import type { WindowStudent } from './audience.ts'
import type { ListedWindow } from './queries.ts'

export type WindowAttempts = {
  /** How many have started while it was open. */
  readonly started: number
  /** How many of those still work. */
  readonly running: number
}

const maxNames = 3

/** @param students of this window, by name */
export function serializeWindow(
  window: ListedWindow,
  students: readonly WindowStudent[],
  { started, running }: WindowAttempts,
  now: number,
): WireWindow {
  const { kind, batchId, batchName } = window
  const names = kind === 'students' ? students.slice(0, maxNames).map(toPersonLabel) : []
  return {
    _id: window.id,
    testId: window.examId,
    testTitle: window.examTitle,
    testDuration: window.examMinutes,
    released: window.isReleased,
    audience: {
      kind,
      ...(batchId !== null && { batchId }),
      names: batchName === null ? names : [batchName],
    },
    opensAt: toInstant(window.opensAt),
    closesAt: toInstant(window.closesAt),
    latestEntryAt: toInstantOrNull(window.latestEntryAt),
    endsAtClosing: window.endsAtClosing,
    phase: getWindowPhase(window, now),
    expected: kind === 'everyone' ? null : students.length,
    started,
    running,
    ...(window.rooms.length > 0 && { rooms: [...window.rooms] }),
    createdAt: toInstant(window.createdAt),
    version: String(window.version),
  }
}

/** A saved window in the words of the page: "Batch Morning B12 (60 students) may start on ...". */
export function describeSaved({ audience, expected, ...window }: WireWindow): string {
  const { opensAt, closesAt, latestEntryAt, endsAtClosing, running, released } = window
  const phrases = describeWindow({
    audience,
    expected,
    opensAt: Date.parse(opensAt),
    closesAt: Date.parse(closesAt),
    latestEntryAt: latestEntryAt === null ? null : Date.parse(latestEntryAt),
    endsAtClosing,
  })
  const untouched = running > 0 ? ' Attempts that run keep their end.' : ''
  return `${toText(released ? phrases : [onceReleased, ...phrases])}.${untouched}`
}

export function serializeAccess(access: StudentAccess): StudentWindow {
  const { phase, opensAt, closesAt, latestEntryAt, endsAtClosing, seat } = access
  return {
    phase,
    opensAt: toInstant(opensAt),
    closesAt: toInstant(closesAt),
    latestEntryAt: toInstantOrNull(latestEntryAt),
    endsAtClosing,
    ...(seat && { seat }),
  }
}

export function serializeWindowStudent(
  { id, name, email }: WindowStudent,
  takers: ReadonlySet<string>,
) {
  return { _id: id, name, email, hasStarted: takers.has(id) }
}

export function serializeAbsent(
  { id, name, email, identifier, missed }: AbsentStudent,
  lastSeenAt: number | undefined,
) {
  return {
    _id: id,
    name,
    ...(identifier !== null && { identifier }),
    email,
    missed: {
      windowId: missed.id,
      opensAt: toInstant(missed.opensAt),
      closesAt: toInstant(missed.closesAt),
    },
    lastSeenAt: toInstantOrNull(lastSeenAt ?? null),
  }
}
