import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeClaim } from './claim.ts'

const place = { id: null, files: 18, named: 18 }
const known = { ownId: 'here', isEmpty: false }
const empty = { ownId: null, isEmpty: true }

describe('a place with an id', () => {
  it('is used by its own institute, however few of its files are known', () => {
    expect(judgeClaim({ ...known, place: { id: 'here', files: 18, named: 0 } })).toBe('own')
  })

  it('is used by no other institute', () => {
    const ids = fc.option(fc.constantFrom('elsewhere', 'another'))
    fc.assert(
      fc.property(ids, fc.boolean(), fc.nat(20), (ownId, isEmpty, files) => {
        const other = { id: 'here', files, named: files }
        expect(judgeClaim({ ownId, isEmpty, place: other })).toBe('of-another')
      }),
    )
  })
})

describe('a place without an id', () => {
  it('is claimed if it is empty or its files are known', () => {
    expect(judgeClaim({ ...empty, place: { id: null, files: 0, named: 0 } })).toBe('claim')
    expect(judgeClaim({ ...known, place })).toBe('claim')
    expect(judgeClaim({ ...known, ownId: null, place: { ...place, named: 1 } })).toBe('claim')
  })

  it('is not claimed by an empty database beside a single file', () => {
    expect(judgeClaim({ ...empty, place: { id: null, files: 1, named: 0 } })).toBe('unknown-files')
  })

  it('is not claimed by a database that names none of its files, except leftovers of a kill', () => {
    expect(judgeClaim({ ...known, place: { ...place, named: 0 } })).toBe('unknown-files')
    expect(judgeClaim({ ...known, place: { id: null, files: 2, named: 0 } })).toBe('claim')
  })
})
