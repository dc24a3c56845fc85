import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDraft } from './compare-draft.ts'

const begun = { fees: '45000', remarks: '' }

it.each([
  [begun, begun, { changed: [], outdated: [], conflicts: [] }],
  [{ fees: '1', remarks: '' }, begun, { changed: ['fees'], outdated: [], conflicts: [] }],
  [begun, { fees: '2', remarks: '' }, { changed: [], outdated: ['fees'], conflicts: [] }],
  [
    { fees: '1', remarks: '' },
    { fees: '45000', remarks: 'x' },
    { changed: ['fees'], outdated: ['remarks'], conflicts: [] },
  ],
  [
    { fees: '1', remarks: '' },
    { fees: '2', remarks: '' },
    { changed: ['fees'], outdated: [], conflicts: ['fees'] },
  ],
  [
    { fees: '2', remarks: '' },
    { fees: '2', remarks: '' },
    { changed: ['fees'], outdated: [], conflicts: [] },
  ],
  [{ fees: '1' }, { fees: '1', remarks: 'x' }, { changed: ['fees'], outdated: [], conflicts: [] }],
])('compares %o with %o: %o', (typed, current, compared) => {
  expect(compareDraft(begun, typed, current)).toMatchObject(compared)
})

it.each([
  [begun, []],
  [{ fees: '1' }, ['fees']],
  [{ remarks: 'x', fees: '2' }, ['remarks', 'fees']],
])('the draft %o differs from the saved values by %o', (typed, unsaved) => {
  expect(compareDraft({ fees: '2' }, typed, begun)).toMatchObject({ unsaved })
})

it('sending the changed fields loses nobody’s value where there is no conflict', () => {
  const value = fc.constantFrom('', 'a', 'b')
  const fields = fc.record({ fees: value, remarks: value, startDate: value })
  fc.assert(
    fc.property(fields, fields, fields, (start, typed, current) => {
      const { changed, conflicts } = compareDraft(start, typed, current)
      if (conflicts.length > 0) return
      for (const field of Object.keys(start) as (keyof typeof start)[]) {
        const saved = changed.includes(field) ? typed[field] : current[field]
        if (typed[field] !== start[field]) expect(saved).toBe(typed[field])
        if (current[field] !== start[field]) expect(saved).toBe(current[field])
      }
    }),
  )
})
