import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSeats, findRoomErrors, giveSeats, type Room, type Seat } from './seats.ts'

const rooms = [
  { name: 'Lab 1', seats: 2 },
  { name: 'Lab 2', seats: 1 },
]
const nobody = new Map<string, Seat>()
const toList = (seats: ReadonlyMap<string, Seat>) =>
  [...seats].map(([id, { room, number }]) => `${id}: ${room}, ${number}`).toSorted()

describe('seats', () => {
  it('are given in order, room by room, until none is left', () => {
    expect(toList(giveSeats(rooms, ['a', 'b', 'c', 'd'], nobody))).toEqual([
      ...['a: Lab 1, 1', 'b: Lab 1, 2', 'c: Lab 2, 1'],
    ])
  })

  it('are kept by their students, and free ones go to those who join', () => {
    const before = giveSeats(rooms, ['b', 'c'], nobody)
    expect(toList(giveSeats(rooms, ['a', 'b', 'c'], before))).toEqual([
      ...['a: Lab 2, 1', 'b: Lab 1, 1', 'c: Lab 1, 2'],
    ])
    expect(toList(giveSeats(rooms, ['a', 'c'], before))).toEqual(['a: Lab 1, 1', 'c: Lab 1, 2'])
  })

  it('are given again where a room is gone or has fewer seats', () => {
    const before = giveSeats(rooms, ['a', 'b', 'c'], nobody)
    const fewer = [
      { name: 'Lab 2', seats: 2 },
      { name: 'LAB 1', seats: 1 },
    ]
    expect(toList(giveSeats(fewer, ['a', 'b', 'c'], before))).toEqual([
      ...['a: LAB 1, 1', 'b: Lab 2, 2', 'c: Lab 2, 1'],
    ])
    expect(giveSeats([], ['a'], before)).toEqual(nobody)
  })
})

describe('after any series of changes', () => {
  const anyRooms = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Lab 1', 'Lab 2', 'Hall'),
      seats: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  )
  const anyStudents = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
  const anySeat = fc.record({
    room: fc.constantFrom('Lab 1', 'lab 1', 'Lab 2', 'Hall', 'Gone'),
    number: fc.integer({ min: 1, max: 5 }),
  })
  const anyTaken = fc
    .array(fc.tuple(fc.constantFrom(...'abcdefghij'), anySeat), { maxLength: 8 })
    .map((entries) => new Map<string, Seat>(entries))
  const check = (
    property: (input: {
      rooms: Room[]
      students: string[]
      taken: ReadonlyMap<string, Seat>
      assigned: ReadonlyMap<string, Seat>
    }) => void,
  ) =>
    fc.assert(
      fc.property(anyRooms, anyStudents, anyTaken, (some, students, taken) =>
        property({ rooms: some, students, taken, assigned: giveSeats(some, students, taken) }),
      ),
    )
  const toText = ({ room, number }: Seat) => `${room} ${number}`
  const exists = (some: readonly Room[], { room, number }: Seat) =>
    some.some(({ name, seats }) => name.toLowerCase() === room.toLowerCase() && number <= seats)

  it('only the students have seats, and no seat is given twice', () => {
    check(({ rooms: some, students, assigned }) => {
      const seats = [...assigned.values()]
      expect(new Set(seats.map(toText)).size).toBe(seats.length)
      expect(seats.every((seat) => exists(some, seat))).toBe(true)
      expect([...assigned.keys()].every((id) => students.includes(id))).toBe(true)
    })
  })

  it('every student has a seat while seats remain', () => {
    check(({ rooms: some, students, assigned }) => {
      expect(assigned.size).toBe(Math.min(students.length, countSeats(some)))
    })
  })

  it('a seat that exists is kept by its first holder', () => {
    check(({ rooms: some, students, taken, assigned }) => {
      const kept = new Set<string>()
      for (const id of students) {
        const seat = taken.get(id)
        if (!seat || !exists(some, seat) || kept.has(toText(seat).toLowerCase())) continue
        kept.add(toText(seat).toLowerCase())
        const own = assigned.get(id)
        expect(own && toText(own).toLowerCase()).toBe(toText(seat).toLowerCase())
      }
    })
  })

  it('new students are seated in their order', () => {
    check(({ rooms: some, students, assigned }) => {
      const order = some.flatMap(({ name, seats }) =>
        Array.from({ length: seats }, (_, index) => `${name} ${index + 1}`),
      )
      const without = giveSeats(some, students, nobody)
      const places = students.flatMap((id) => {
        const seat = without.get(id)
        return seat ? [order.indexOf(toText(seat))] : []
      })
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(giveSeats(some, students, assigned)).toEqual(assigned)
    })
  })

  it('new students keep their order among those who stay', () => {
    check(({ rooms: some, students, taken, assigned }) => {
      const order = some.flatMap(({ name, seats }) =>
        Array.from({ length: seats }, (_, index) => `${name} ${index + 1}`),
      )
      const places = students
        .filter((id) => !taken.has(id))
        .flatMap((id) => {
          const seat = assigned.get(id)
          return seat ? [order.indexOf(toText(seat))] : []
        })
      expect(places).toEqual(places.toSorted((one, other) => one - other))
    })
  })
})

describe('rooms', () => {
  it('have distinct names, whatever their capitals', () => {
    expect(findRoomErrors(rooms)).toBeNull()
    const twice = [...rooms, { name: 'lab  1', seats: 5 }]
    expect(findRoomErrors(twice)).toEqual({ 'rooms.2.name': 'Another room has this name' })
  })
})
