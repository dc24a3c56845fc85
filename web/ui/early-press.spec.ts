import { expect, it } from 'vitest'
import { isTooEarly, type Press } from './early-press.ts'

const register = { name: 'Register' }
const cancel = { name: 'Cancel' }
const previous: Press = {
  x: 100,
  y: 200,
  atMs: 1000,
  scrollY: 0,
  controls: new Map([[register, { left: 60, top: 180, right: 140, bottom: 220 }]]),
}
const again = { x: 104, y: 197, atMs: 1160, scrollY: 0 }

it('ignores a press on a control that appeared after the previous press', () => {
  expect(isTooEarly(cancel, again, previous)).toBe(true)
  expect(isTooEarly(cancel, { ...again, atMs: 1499 }, previous)).toBe(true)
})

it('ignores a press on a control that has moved under the finger', () => {
  expect(isTooEarly(register, { ...again, y: 223 }, previous)).toBe(true)
})

it('accepts a second press on the same control', () => {
  expect(isTooEarly(register, again, previous)).toBe(false)
})

it('accepts a press half a second later, elsewhere, beside controls, or as the first', () => {
  expect(isTooEarly(cancel, { ...again, atMs: 1500 }, previous)).toBe(false)
  expect(isTooEarly(cancel, { ...again, x: 125 }, previous)).toBe(false)
  expect(isTooEarly(cancel, { ...again, y: 175 }, previous)).toBe(false)
  expect(isTooEarly(cancel, { ...again, scrollY: 300 }, previous), 'scrolled').toBe(false)
  expect(isTooEarly(null, again, previous)).toBe(false)
  expect(isTooEarly(cancel, again, null)).toBe(false)
})
