import { describe, expect, it } from 'vitest'
import { addRoomDraft, readRoomDrafts, toRoomDrafts } from './room-draft.ts'

const read = (...rows: readonly (readonly [name: string, seats: string])[]) =>
  readRoomDrafts(rows.map(([name, seats], key) => ({ key, name, seats })))

describe('typed rooms', () => {
  it('are read, and empty rows are ignored', () => {
    expect(read(['  Lab  1 ', ' 30'], ['', ''], ['Lab 2', '5'])).toEqual({
      errors: {},
      rooms: [
        { name: 'Lab 1', seats: 30 },
        { name: 'Lab 2', seats: 5 },
      ],
    })
  })

  it.each([
    { row: ['', '3'], errors: { 'rooms.0.name': 'Enter the name of the room' } },
    { row: ['x'.repeat(41), '3'], errors: { 'rooms.0.name': 'Use 40 characters or fewer' } },
    { row: ['Lab', ''], errors: { 'rooms.0.seats': 'Enter a number from 1 to 999' } },
    { row: ['Lab', '0'], errors: { 'rooms.0.seats': 'Enter a number from 1 to 999' } },
    { row: ['Lab', '1000'], errors: { 'rooms.0.seats': 'Enter a number from 1 to 999' } },
    { row: ['Lab', '2.5'], errors: { 'rooms.0.seats': 'Enter a number from 1 to 999' } },
  ] as const)('show the errors of $row: $errors', ({ row, errors }) => {
    expect(read(row).errors).toEqual(errors)
  })

  it('need distinct names', () => {
    expect(read(['Lab 1', '3'], ['', ''], ['', '4'], ['lab 1', '5']).errors).toEqual({
      'rooms.2.name': 'Enter the name of the room',
      'rooms.3.name': 'Another room has this name',
    })
  })

  it('get a key of their own when added', () => {
    const drafts = toRoomDrafts([{ name: 'Lab 1', seats: 30 }])
    expect(addRoomDraft(drafts)).toEqual([
      { key: 0, name: 'Lab 1', seats: '30' },
      { key: 1, name: '', seats: '' },
    ])
  })
})
