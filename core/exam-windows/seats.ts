import { buildSearchKey } from '../text.ts'

/** A room of a window; its name tells it from the others. */
export type Room = { readonly name: string; readonly seats: number }

/** One place in a room, counted from 1. */
export type Seat = { readonly room: string; readonly number: number }

export function isSameSeat(one: Seat | null | undefined, other: Seat | null | undefined): boolean {
  return one?.room === other?.room && one?.number === other?.number
}

export const maxRooms = 20
export const maxRoomSeats = 999
export const maxRoomNameLength = 40

/** Two names of one key are one room. */
const toKey = (name: string) => buildSearchKey(name)

export function countSeats(rooms: readonly Room[]): number {
  return rooms.reduce((sum, { seats }) => sum + seats, 0)
}

/** Errors in a list of rooms, by field; null if there are none. */
export function findRoomErrors(rooms: readonly Room[]): Readonly<Record<string, string>> | null {
  const keys = rooms.map(({ name }) => toKey(name))
  const errors = keys.flatMap((key, place) =>
    keys.indexOf(key) < place
      ? [[`rooms.${place}.name`, 'Another room has this name'] as const]
      : [],
  )
  return errors.length > 0 ? Object.fromEntries(errors) : null
}

/**
 * Gives each student one seat, for as long as there are any. A seat that still exists is kept; the
 * others get the first free one, room by room.
 * @param studentIds in the order in which they get a seat
 * @param taken by student; those of others become free
 */
export function giveSeats(
  rooms: readonly Room[],
  studentIds: readonly string[],
  taken: ReadonlyMap<string, Seat>,
): ReadonlyMap<string, Seat> {
  const roomsByKey = new Map(rooms.map((room) => [toKey(room.name), room]))
  const assigned = new Map<string, Seat>()
  const occupied = new Set<string>()
  const take = (studentId: string, seat: Seat) => {
    const place = `${seat.room} ${seat.number}`
    if (occupied.has(place) || assigned.has(studentId)) return
    occupied.add(place)
    assigned.set(studentId, seat)
  }
  for (const id of studentIds) {
    const seat = taken.get(id)
    const room = seat && roomsByKey.get(toKey(seat.room))
    if (room && seat.number <= room.seats) take(id, { room: room.name, number: seat.number })
  }
  const seats = rooms.flatMap(({ name, seats: count }) =>
    Array.from({ length: count }, (_, index) => ({ room: name, number: index + 1 })),
  )
  const free = seats.filter(({ room, number }) => !occupied.has(`${room} ${number}`)).values()
  for (const id of studentIds) {
    if (assigned.has(id)) continue
    const { value: seat } = free.next()
    if (!seat) break
    take(id, seat)
  }
  return assigned
}
