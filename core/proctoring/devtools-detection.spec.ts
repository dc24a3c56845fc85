import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getNextBaseline,
  hasOpenedDevtools,
  hasWindowGap,
  type WindowMetrics,
} from './devtools-detection.ts'

type WindowOptions = {
  width?: number
  height?: number
  zoom?: number
  scale?: number
  /** Docked to the right, docked below: in the screen's pixels. */
  right?: number
  below?: number
  isFullScreen?: boolean
}

/** A window's metrics as a browser reports them. */
function createWindow(options: WindowOptions = {}): WindowMetrics {
  const { width = 1280, height = 800, zoom = 1, scale = 1, right = 0, below = 85 } = options
  const { isFullScreen = false } = options
  return {
    outerWidth: width,
    outerHeight: height,
    innerWidth: Math.floor((width - right) / zoom),
    innerHeight: Math.floor((height - below) / zoom),
    pixelRatio: scale * zoom,
    isFullScreen,
  }
}

const zooms = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]
const scales = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const size = fc.record({
  width: fc.integer({ min: 700, max: 3840 }),
  height: fc.integer({ min: 500, max: 2160 }),
})
const screen = fc.record({ zoom: fc.constantFrom(...zooms), scale: fc.constantFrom(...scales) })

describe('developer tools', () => {
  it.each([
    { title: 'docked to the right', now: createWindow({ right: 161 }), opens: true },
    { title: 'docked below', now: createWindow({ below: 85 + 161 }), opens: true },
    { title: 'a download bar', now: createWindow({ below: 85 + 70 }), opens: false },
    { title: 'exactly at the limit', now: createWindow({ right: 160 }), opens: false },
    { title: 'a zoom', now: createWindow({ zoom: 1.5 }), opens: false },
    { title: 'a larger window', now: createWindow({ width: 1920, height: 1080 }), opens: false },
  ])('$title: $opens', ({ now, opens }) => {
    expect(hasOpenedDevtools(createWindow(), now, false)).toBe(opens)
  })

  it('are not looked for where a side panel was open from the start', () => {
    expect(
      hasOpenedDevtools(createWindow({ right: 400 }), createWindow({ right: 410 }), false),
    ).toBe(false)
  })

  it('are not looked for on touch devices', () => {
    expect(hasOpenedDevtools(createWindow(), createWindow({ below: 500 }), true)).toBe(false)
  })

  it('are not seen in the bars that come back when full screen is left, and are seen in it', () => {
    const full = createWindow({ below: 0, isFullScreen: true })
    expect(hasOpenedDevtools(full, createWindow({ below: 190 }), false)).toBe(false)
    const docked = createWindow({ below: 300, isFullScreen: true })
    expect(hasOpenedDevtools(full, docked, false)).toBe(true)
  })

  it('are not seen in a window of another size, whatever the zoom and what was docked', () => {
    const docked = fc.record({ right: fc.nat(250), below: fc.integer({ min: 60, max: 250 }) })
    fc.assert(
      fc.property(size, size, screen, docked, (first, second, display, beside) => {
        const before = createWindow({ ...first, ...display, ...beside })
        expect(
          hasOpenedDevtools(before, createWindow({ ...second, ...display, ...beside }), false),
        ).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  it('are not seen in bars of 75 pixels, whatever the zoom', () => {
    fc.assert(
      fc.property(size, screen, fc.nat(75), (window, display, bar) => {
        const now = createWindow({ ...window, ...display, below: 85 + bar })
        expect(hasOpenedDevtools(createWindow({ ...window, ...display }), now, false)).toBe(false)
      }),
    )
  })

  it('are always seen where the window stays as it is', () => {
    const opened = fc.integer({ min: 200, max: 400 })
    fc.assert(
      fc.property(size, fc.constantFrom(...scales), opened, (window, scale, right) => {
        const before = createWindow({ ...window, scale })
        expect(hasOpenedDevtools(before, createWindow({ ...window, scale, right }), false)).toBe(
          true,
        )
      }),
    )
  })
})

it.each([
  { title: 'nothing', now: createWindow(), hasGap: false },
  { title: 'a side panel', now: createWindow({ right: 300 }), hasGap: true },
  { title: 'developer tools below', now: createWindow({ below: 400 }), hasGap: true },
  { title: 'a zoomed page', now: createWindow({ zoom: 1.5 }), hasGap: true },
  { title: 'a page zoomed out', now: createWindow({ zoom: 0.8 }), hasGap: false },
])('before the start, $title is a gap: $hasGap', ({ now, hasGap }) => {
  expect(hasWindowGap(now)).toBe(hasGap)
})

describe('the look to compare with', () => {
  it('is the one from the start, as long as neither zoom nor size change', () => {
    expect(getNextBaseline(createWindow(), createWindow({ right: 300 }))).toEqual(createWindow())
  })

  it.each([
    { title: 'a zoom', now: createWindow({ zoom: 2 }) },
    { title: 'another size', now: createWindow({ width: 900 }) },
    { title: 'full screen', now: createWindow({ below: 0, isFullScreen: true }) },
  ])('is taken anew after $title', ({ now }) => {
    expect(getNextBaseline(createWindow(), now)).toBe(now)
  })
})
