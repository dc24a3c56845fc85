import { afterEach, expect, it, vi } from 'vitest'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { reloadForNewKind } from './reload-for-new-kind.ts'

/** A browser's tab: what it stores outlives a reload. */
function openTab({ takesNothing = false } = {}) {
  const stored = new Map<string, string>()
  const tab = { reloads: 0 }
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (takesNothing) throw new DOMException('Full', 'QuotaExceededError')
      stored.set(key, text)
    },
  }
  const location = {
    reload() {
      tab.reloads += 1
    },
  }
  vi.stubGlobal('window', { sessionStorage, location })
  return tab
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const createRefusal = (code: 'reload-needed' | 'already-taken') =>
  new RefusalError(409, { code, message: code }, null)

it('reloads once, and shows a second refusal instead of looping', () => {
  const tab = openTab()
  reloadForNewKind(createRefusal('reload-needed'))
  reloadForNewKind(createRefusal('reload-needed'))
  expect(tab.reloads).toBe(1)
})

it('may reload again at a later test of the same tab', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const tab = openTab()
  reloadForNewKind(createRefusal('reload-needed'))
  vi.setSystemTime(1_800_000_000_000 + 61_000)
  reloadForNewKind(createRefusal('reload-needed'))
  expect(tab.reloads).toBe(2)
})

it('leaves other failures to the screen', () => {
  const tab = openTab()
  reloadForNewKind(createRefusal('already-taken'))
  reloadForNewKind(new NetworkError(new TypeError('Failed to fetch')))
  expect(tab.reloads).toBe(0)
})

it('does not reload where nothing can be stored, as it would never stop', () => {
  const tab = openTab({ takesNothing: true })
  reloadForNewKind(createRefusal('reload-needed'))
  expect(tab.reloads).toBe(0)
})
