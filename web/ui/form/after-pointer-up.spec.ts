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

it('shows an error after a click of the mouse', () => {
  send('pointerdown', 'mousedown', 'focusout')
  vi.advanceTimersByTime(2000)
  expect(seen, 'while the button is held').toEqual([])
  send('pointerup', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('shows an error after a tap, whose mouse events come after the finger is up', () => {
  send('pointerdown', 'pointerup')
  endTask()
  send('mousedown', 'focusout', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('keeps waiting when the field that is left fires its change event', () => {
  send('pointerdown', 'mousedown', 'change', 'focusout')
  endTask()
  expect(seen, 'while the button is held').toEqual([])
  send('pointerup', 'mouseup', 'click')
  endTask()
  expect(seen).toEqual(['clicked', 'error shown'])
})

it('stops waiting when a list fires its change event, which swallows the end of the press', () => {
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

it('waits no longer than until the next key if the end of a press was missed', () => {
  send('pointerdown', 'mousedown', 'focusout', 'keydown')
  expect(seen).toEqual(['error shown'])
  send('focusout')
  expect(seen).toEqual(['error shown', 'error shown'])
})
