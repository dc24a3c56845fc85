import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toVisibleLine } from './visible-line.ts'

describe('a line as it is seen', () => {
  it.each([
    { typed: '  Priya   Nair ', seen: 'Priya Nair' },
    { typed: 'Priya\r\nNair\u2028Rao', seen: 'Priya Nair Rao' },
    { typed: 'Pri\u200bya\u202e Nair\u2066', seen: 'Priya Nair' },
    { typed: 'Priya\u00adNair\ufeff', seen: 'PriyaNair' },
    { typed: 'Pri\u0000ya\u0007 \u001b[31mNair', seen: 'Priya [31mNair' },
    { typed: 'Pri\u200dya', seen: 'Priya' },
    { typed: '\u200b \u2060', seen: '' },
    { typed: 'Renée O’Brien-Śmith', seen: 'Renée O’Brien-Śmith' },
  ])('$typed is $seen', ({ typed, seen }) => {
    expect(toVisibleLine(typed)).toBe(seen)
  })

  it.each([
    { script: 'Devanagari', name: 'क्\u200dष' },
    { script: 'Kannada', name: 'ರ್\u200dಯ' },
    { script: 'Malayalam', name: 'അവന്\u200d' },
    { script: 'Bengali', name: 'র\u200d্যাম' },
    { script: 'Persian', name: 'می\u200cخواهم' },
  ])('keeps the joiners that $script needs', ({ name }) => {
    expect(toVisibleLine(name)).toBe(name)
  })

  it('holds nothing that cannot be seen, whatever was typed, and stays as it is the next time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const seen = toVisibleLine(typed)
        expect(toVisibleLine(seen)).toBe(seen)
        expect(seen.replace(/[\u200c\u200d]/g, '')).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u,
        )
        expect(seen.isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
