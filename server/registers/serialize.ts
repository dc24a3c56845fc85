import type * as contract from '#contract/registers.ts'
import { getWindowPhase } from '#core/exam-windows/window.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import type { Register, RegisteredStudent } from './get-register.ts'
import type { RegisterWindow } from './queries.ts'

/** A visit to the lobby counts for a window from this long before its opening. */
const lobbyBeforeMs = 12 * 60 * 60_000

type Details = {
  readonly batches: ReadonlyMap<string, readonly string[]>
  readonly lastSeen: ReadonlyMap<string, number>
}

export function serializeRegister(
  { window, students, deleted, counts, at }: Register,
  details: Details,
): contract.Register {
  return {
    window: serializeRegisterWindow(window, at),
    counts,
    deleted,
    serverTime: toInstant(at),
    students: students.map((student) => serializeStudent(student, window, details)),
  }
}

export function serializeRegisterWindow(window: RegisterWindow, at: number) {
  const { kind, batchId, batchName } = window
  return {
    _id: window.id,
    testId: window.examId,
    testTitle: window.examTitle,
    released: window.isReleased,
    audience: { kind, ...(batchId !== null && { batchId }), batchName },
    opensAt: toInstant(window.opensAt),
    closesAt: toInstant(window.closesAt),
    latestEntryAt: toInstantOrNull(window.latestEntryAt),
    phase: getWindowPhase(window, at),
    isRemoved: window.isRemoved,
    ...(window.rooms.length > 0 && { rooms: [...window.rooms] }),
  }
}

function serializeStudent(
  student: RegisteredStudent,
  window: RegisterWindow,
  { batches, lastSeen }: Details,
): contract.RegisteredStudent {
  const { id, rollNumber, identifier, ownLatestEntry, excuse, lobby, seat } = student
  const wasInLobby = lobby !== null && lobby.seenAt >= window.opensAt - lobbyBeforeMs
  return {
    _id: id,
    name: student.name,
    email: student.email,
    phone: student.phone,
    ...(rollNumber !== null && { rollNumber }),
    ...(identifier !== null && { identifier }),
    ...(seat && { seat }),
    batches: [...(batches.get(id) ?? [])],
    state: student.state,
    since: toInstantOrNull(student.since),
    ...(ownLatestEntry !== null && { latestEntryAt: toInstant(ownLatestEntry) }),
    ...(wasInLobby && lobby.seenAt < window.closesAt && { lobbyAt: toInstant(lobby.seenAt) }),
    lastSeenAt: toInstantOrNull(lastSeen.get(id) ?? null),
    ...(excuse && { excuse: { ...excuse, at: toInstant(excuse.at) } }),
  }
}

export function serializeToday(register: Register): contract.TodayWindow {
  const { window, counts, students, at } = register
  const own = students.flatMap(({ state, ownLatestEntry }) =>
    state === 'lobby' && ownLatestEntry !== null ? [ownLatestEntry] : [],
  )
  return {
    ...serializeRegisterWindow(window, at),
    counts,
    ...(own.length > 0 && { lobbyUntil: toInstant(Math.max(...own)) }),
  }
}
