import {
  findRoomErrors,
  maxRoomNameLength,
  maxRoomSeats,
  type Room,
} from '#core/exam-windows/seats.ts'
import { toVisibleLine } from '#core/text.ts'
import type { FieldErrors } from '../../ui/form/form-state.ts'

/** A room as it was typed. */
export type RoomDraft = {
  readonly key: number
  readonly name: string
  readonly seats: string
}

export function toRoomDrafts(rooms: readonly Room[]): RoomDraft[] {
  return rooms.map(({ name, seats }, key) => ({ key, name, seats: String(seats) }))
}

export function addRoomDraft(drafts: readonly RoomDraft[]): RoomDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [...drafts, { key, name: '', seats: '' }]
}

export const toRoomField = (place: number, part: 'name' | 'seats') => `rooms.${place}.${part}`

/** The rooms as a request wants them, and what is wrong with them; a row without any input is none. */
export function readRoomDrafts(drafts: readonly RoomDraft[]): {
  readonly rooms: Room[]
  readonly errors: FieldErrors
} {
  const rows = drafts.map((draft, place) => ({
    place,
    name: toVisibleLine(draft.name),
    seats: draft.seats.trim(),
  }))
  const filled = rows.filter(({ name, seats }) => name !== '' || seats !== '')
  const rooms = filled.map(({ name, seats }) => ({ name, seats: Number(seats) }))
  const named = rows.map(({ name, place }) => ({ name: name || `\u0000${place}`, seats: 0 }))
  const errors = filled.flatMap(({ place, name, seats }) => [
    [toRoomField(place, 'name'), findNameError(name)],
    [toRoomField(place, 'seats'), findSeatsError(seats)],
  ])
  const wrong = errors.filter(([, error]) => error !== undefined)
  return { rooms, errors: { ...findRoomErrors(named), ...Object.fromEntries(wrong) } }
}

function findNameError(name: string): string | undefined {
  if (name === '') return 'Enter the name of the room'
  return name.length > maxRoomNameLength
    ? `Use ${maxRoomNameLength} characters or fewer`
    : undefined
}

function findSeatsError(seats: string): string | undefined {
  const isRight = /^\d{1,6}$/.test(seats) && Number(seats) >= 1 && Number(seats) <= maxRoomSeats
  return isRight ? undefined : `Enter a number from 1 to ${maxRoomSeats}`
}
