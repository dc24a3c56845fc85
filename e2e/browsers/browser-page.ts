/** For one step of a browser, which a busy machine may take long for. */
export const stepTimeoutMs = 120_000

/** From the upper left corner of the page, in CSS pixels. */
export type Point = { readonly x: number; readonly y: number }

/**
 * A browser with one visible page, driven by its own protocol. Everything that needs no protocol is
 * in user.ts, written once.
 */
export type BrowserPage = {
  /** Console messages and uncaught errors; WebKit's driver has none. */
  readonly complaints: string[]
  readonly open: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** The function runs in the page, and sees nothing but its argument. */
  readonly evaluate: <Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>
  readonly clickAt: (point: Point) => Promise<void>
  /** Into the field that has the focus. */
  readonly type: (text: string) => Promise<void>
  /** A key with its modifiers before it: `Enter`, `Control+Shift+i`. */
  readonly press: (key: string) => Promise<void>
  readonly setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** A step larger, or back to 100 %. */
  readonly zoom: (to: 'in' | 'reset') => Promise<void>
  /** Another tab before this one; in Chromium, without a window here, the page gets its events. */
  readonly leave: () => Promise<void>
  readonly returnToPage: () => Promise<void>
  /** Goes offline so that the page notices; plain WebDriver cannot. */
  readonly setOffline?: (isOffline: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

export type JourneyBrowser = {
  readonly version: string
  /** A page that shares nothing with others. Only the newest is seen: the others are hidden. */
  readonly openPage: () => Promise<BrowserPage>
  readonly close: () => Promise<void>
}

/** The modifiers of `Control+Shift+i`, and its key. */
export function splitKeys(keys: string): { modifiers: readonly string[]; key: string } {
  const parts = keys.split('+')
  // In `Control++` the last key is the plus sign.
  const key = keys.endsWith('++') ? '+' : (parts.at(-1) ?? '')
  return { modifiers: parts.filter((part) => part !== '' && part !== key), key }
}
