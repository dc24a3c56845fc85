import { setTimeout as pause } from 'node:timers/promises'
import type { Desktop } from '../../e2e/browsers/desktop.ts'

export type Place = readonly [x: number, y: number, width: number, height: number]
export type Cookie = { readonly name: string; readonly value: string; readonly url: string }

/**
 * A real window: nothing emulates focus or answers its dialogs, as a test driver's own page would.
 * The page is only read and sent to addresses through the browser's protocol.
 */
export type QuizWindow = {
  readonly evaluate: <T>(expression: string) => Promise<T>
  readonly setCookies: (cookies: readonly Cookie[]) => Promise<void>
  readonly open: (url: string) => Promise<void>
  /** Missing if the browser's protocol has no such thing. */
  readonly setOffline?: (isOffline: boolean) => Promise<void>
  /** As from another tab, until the file is there. Missing if the browser has no such protocol. */
  readonly download?: (url: string) => Promise<void>
  /** The window's id for xdotool. */
  readonly id: string
  /** An expression for where the page begins on the screen: `[x, y]`. */
  readonly pageOrigin: string
  /** On the browser's bar, in px from its left edge or, below 0, from its right one. */
  readonly reloadButton: number
  /** How a panel is opened beside the page: keys, and places on the bar to click. */
  readonly sidePanel: readonly (string | number)[]
  readonly close: () => Promise<void>
}

/** All of a program that are on the screen. */
export async function listWindows(
  { xdotool }: Desktop,
  program: string,
): Promise<readonly string[]> {
  const ids = await xdotool('search', '--onlyvisible', '--class', program).catch(() => '')
  return ids.split('\n').filter(Boolean)
}

export async function waitFor<T>(
  read: () => Promise<T | undefined | null | false>,
  timeoutMs = 15_000,
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > until) throw new Error(`Waited in vain: ${read}`)
    await pause(50)
  }
}
