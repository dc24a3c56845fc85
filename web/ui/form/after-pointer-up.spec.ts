import { beforeEach, expect, it, vi } from 'vitest'
import { watchPointer } from './after-pointer-up.ts'

let page: EventTarget
let seen: string[]
let runAfterPointerUp: (work: () => void) => void
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  seen = []
  runAfterPointerUp = watchPointer(page)
  return () => vi.useRealTimers()
})

/** Events that a browser sends in one task. */
function send(...names: string[]) {
  for (const name of names) {
    page.dispatchEvent(new Event(name))
    if (name === 'focusout') runAfterPointerUp(() => seen.push('error shown'))
    if (name === 'click') seen.push('clicked')
  }
}
const endTask = () => vi.advanceTimersByTime(0)

it('shows an error at once when a field is left by keyboard', () => {
  send('keydown', 'focusout')
  expect(seen).toEqual(['error shown'])
})

it('lets a click with the mouse go first', () => {
  send('pointerdown', 'mousedown', 'focusout')
  vi.advanceTimersByTime(2000)
  expect(seen, 'while the button is held').toEqual([])
  send('pointerup', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('lets a tap go first, of which the mouse events come after the finger is up', () => {
  send('pointerdown', 'pointerup')
  endTask()
  send('mousedown', 'focusout', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('goes on when the field that is left tells of its change', () => {
  send('pointerdown', 'mousedown', 'change', 'focusout')
  endTask()
  expect(seen, 'while the button is held').toEqual([])
  send('pointerup', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('ends with the change of a list, which takes the end of the press', () => {
  Object.assign(page, { tagName: 'SELECT' })
  send('pointerdown', 'mousedown', 'focusout', 'change')
  endTask()
  expect(seen).toEqual(['error shown'])
})

it.each(['pointercancel', 'dragend'])('%s ends a press without a click', (name) => {
  send('pointerdown', 'mousedown', 'focusout', name)
  endTask()
  expect(seen).toEqual(['error shown'])
})

it('waits no longer than to the next key if the end of a press went unseen', () => {
  send('pointerdown', 'mousedown', 'focusout', 'keydown')
  expect(seen).toEqual(['error shown'])
  send('focusout')
  expect(seen).toEqual(['error shown', 'error shown'])
})
