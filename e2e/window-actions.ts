import type { Page } from '@playwright/test'

/** A browser's report of its window; the inside is worked out as a browser would. */
export type WindowState = {
  readonly width?: number
  readonly height?: number
  readonly zoom?: number
  /** Docked to the right, docked below or lying above the page: in the screen's pixels. */
  readonly right?: number
  readonly below?: number
  /** In WebKit the pixel ratio is silent of a zoom; in Firefox the outside is zoomed, too. */
  readonly engine?: 'chromium' | 'firefox' | 'webkit'
}

const browserBarHeight = 85

/** Takes over what the page reads of its window; to be called before the page is opened. */
export async function fakeWindow(page: Page, first: WindowState = {}) {
  await page.addInitScript((initial) => {
    let state = initial
    for (const name of Object.keys(initial) as (keyof typeof initial)[]) {
      Object.defineProperty(window, name, { get: () => state[name], configurable: true })
    }
    window.addEventListener('be-drawn', (event) => {
      state = (event as CustomEvent<typeof initial>).detail
      window.dispatchEvent(new Event('resize'))
    })
  }, toWindowMetrics(first))
}

/** One after the other, as fast as a window is drawn. */
export function resizeWindow(page: Page, ...states: readonly WindowState[]) {
  return page.evaluate(
    (all) => {
      for (const detail of all) window.dispatchEvent(new CustomEvent('be-drawn', { detail }))
    },
    (states.length > 0 ? states : [{}]).map(toWindowMetrics),
  )
}

function toWindowMetrics({
  width = 1280,
  height = 800,
  zoom = 1,
  right = 0,
  below = 0,
  engine = 'chromium',
}: WindowState) {
  const outerZoom = engine === 'firefox' ? zoom : 1
  return {
    outerWidth: Math.round(width / outerZoom),
    outerHeight: Math.round(height / outerZoom),
    innerWidth: Math.floor((width - right) / zoom),
    innerHeight: Math.floor((height - browserBarHeight - below) / zoom),
    devicePixelRatio: engine === 'webkit' ? 1 : zoom,
  }
}

export function hide(page: Page) {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'hidden')
  })
}

export function show(page: Page) {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** The window says that it lost the focus; `isGone` if the document has lost it, too. */
export function blur(page: Page, isGone: boolean) {
  return page.evaluate((gone) => {
    document.hasFocus = () => !gone
    window.dispatchEvent(new Event('blur'))
  }, isGone)
}

export function focus(page: Page) {
  return page.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus')
    window.dispatchEvent(new Event('focus'))
  })
}

/** Timed inside the page, so that a busy machine makes no glance longer. */
export function glance(page: Page, forMs: number, times: number) {
  return page.evaluate(
    async ([ms, count]) => {
      for (let n = 0; n < count; n++) {
        document.hasFocus = () => false
        window.dispatchEvent(new Event('blur'))
        await new Promise((resolve) => setTimeout(resolve, ms))
        Reflect.deleteProperty(document, 'hasFocus')
        window.dispatchEvent(new Event('focus'))
      }
    },
    [forMs, times] as const,
  )
}
