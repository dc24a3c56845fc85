import { countOverSeats } from '#core/batches/batch.ts'
import { countSeats, type Room, type Seat } from '#core/exam-windows/seats.ts'
import { buildSearchKey } from '#core/text.ts'
import { pluralize } from './format.ts'

// Apart from the endpoints: a file with endpoints reaches the browser without its functions.

/** "Lab 1, seat 3" */
export function formatSeat({ room, number }: Seat): string {
  return `${room}, seat ${number}`
}

/** The words as they follow each other: "lab 2" does not find seat 2 of Lab 1. */
export function matchesSeat(search: string, seat: Seat): boolean {
  const toKey = (text: string) => buildSearchKey(text.replaceAll(',', ' '))
  return toKey(formatSeat(seat)).includes(toKey(search))
}

/** "Lab 1", "Lab 1 and Lab 2", "Lab 1, Lab 2 and Hall" */
export function nameRooms(rooms: readonly Room[]): string {
  const [last = '', ...others] = rooms.map(({ name }) => name).toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** "Lab 1 (30 seats), Lab 2 (1 seat)" */
export function describeRooms(rooms: readonly Room[]): string {
  return rooms.map(({ name, seats }) => `${name} (${pluralize(seats, 'seat')})`).join(', ')
}

/** "14 more students than seats", or nothing where each has one. */
export function describeOverSeats(students: number, rooms: readonly Room[]): string {
  const over = rooms.length === 0 ? 0 : countOverSeats(students, countSeats(rooms))
  return over === 0 ? '' : `${pluralize(over, 'more student')} than seats`
}
