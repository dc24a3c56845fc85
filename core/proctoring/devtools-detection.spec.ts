import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasWindowGap,
  startWindowWatch,
  type WindowMetrics,
  watchWindow,
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
  engine?: Engine
}
/**
 * In WebKit the pixel ratio is that of the screen, whatever the zoom; in Firefox the outside is in CSS
 * pixels, too.
 */
type Engine = 'Chromium' | 'Firefox' | 'WebKit'

/** A window's metrics as a browser reports them. */
function createWindow(options: WindowOptions = {}): WindowMetrics {
  const { width = 1280, height = 800, zoom = 1, scale = 1, right = 0, below = 85 } = options
  const { isFullScreen = false, engine = 'Chromium' } = options
  const drawnZoom = engine === 'Firefox' ? roundAsFirefox(scale * zoom) / scale : zoom
  const outerZoom = engine === 'Firefox' ? zoom : 1
  return {
    outerWidth: Math.round(width / outerZoom),
    outerHeight: Math.round(height / outerZoom),
    innerWidth: Math.floor((width - right) / drawnZoom),
    innerHeight: Math.floor((height - below) / drawnZoom),
    pixelRatio: engine === 'WebKit' ? scale : scale * drawnZoom,
    isFullScreen,
  }
}

/** A pixel of the page is 60 of its own units, and one of the screen a whole number of them. */
function roundAsFirefox(pixelRatio: number): number {
  return 60 / Math.round(60 / pixelRatio)
}

/** Whether something has opened, as seen at each look after the first. */
function look(...[first, ...others]: readonly [WindowMetrics, ...WindowMetrics[]]): boolean[] {
  let watch = startWindowWatch(first)
  return others.map((now) => {
    watch = watchWindow(watch, now, false)
    return watch.isOpen
  })
}

function hasOpenedDevtools(before: WindowMetrics, now: WindowMetrics, isTouch: boolean): boolean {
  return watchWindow(startWindowWatch(before), now, isTouch).isOpen
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

  it('are not detected where a side panel was open from the start', () => {
    expect(
      hasOpenedDevtools(createWindow({ right: 400 }), createWindow({ right: 410 }), false),
    ).toBe(false)
  })

  it('are not detected on touch devices', () => {
    expect(hasOpenedDevtools(createWindow(), createWindow({ below: 500 }), true)).toBe(false)
  })

  it('are not detected in the bars that return after full screen, but are detected in full screen', () => {
    const full = createWindow({ below: 0, isFullScreen: true })
    expect(hasOpenedDevtools(full, createWindow({ below: 190 }), false)).toBe(false)
    const docked = createWindow({ below: 300, isFullScreen: true })
    expect(hasOpenedDevtools(full, docked, false)).toBe(true)
  })

  it('are not detected in a resized window, whatever the zoom and docked panels', () => {
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

  it('are not detected in bars of 75 pixels, whatever the zoom', () => {
    const engine = fc.constantFrom<Engine>('Chromium', 'WebKit')
    fc.assert(
      fc.property(size, screen, engine, fc.nat(75), (window, display, engine, bar) => {
        const before = { ...window, ...display, engine }
        const now = createWindow({ ...before, below: 85 + bar })
        expect(hasOpenedDevtools(createWindow(before), now, false)).toBe(false)
      }),
    )
  })

  it('are not detected in bars of 75 pixels in Firefox, if the page was zoomed out before', () => {
    const zoom = fc.constantFrom(0.3, 0.5, 2 / 3, 0.8, 0.9, 1)
    fc.assert(
      fc.property(size, zoom, fc.nat(75), (window, zoom, bar) => {
        const before = { ...window, zoom, engine: 'Firefox' } as const
        const now = createWindow({ ...before, below: 85 + bar })
        expect(hasOpenedDevtools(createWindow(before), now, false)).toBe(false)
      }),
    )
  })

  it('are always detected where the window does not change', () => {
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

describe('a zoom', () => {
  const docked = fc.record({ right: fc.nat(400), below: fc.integer({ min: 60, max: 250 }) })
  const engine = fc.constantFrom<Engine>('Chromium', 'Firefox', 'WebKit')
  const scale = fc.constantFrom(...scales)
  const zoom = fc.constantFrom(...zooms)
  /** One pixel of a page at 500 % is five of the screen. */
  const widePanel = fc.integer({ min: 166, max: 400 })
  const side = fc.constantFrom('right', 'below')
  const roomySize = fc.record({
    width: fc.integer({ min: 1000, max: 3840 }),
    height: fc.integer({ min: 850, max: 2160 }),
  })

  /** Firefox does not tell at what zoom a page was opened, so that a panel may be wider. */
  const isZoomKnown = (engine: Engine, zoom: number) => engine !== 'Firefox' || zoom <= 1

  it('is distinguished from developer tools by real numbers of WebKit', () => {
    const outer = { outerWidth: 1280, outerHeight: 900, pixelRatio: 1, isFullScreen: false }
    const before = { ...outer, innerWidth: 1280, innerHeight: 862 }
    const zoomed = { ...outer, innerWidth: 1066, innerHeight: 718 }
    expect(look(before, zoomed, before)).toEqual([false, false])
    expect(look(before, zoomed, { ...zoomed, innerWidth: 866 })).toEqual([false, true])
  })

  it('is distinguished from a smaller window by real numbers of Firefox', () => {
    const before = {
      outerWidth: 1282,
      outerHeight: 885,
      innerWidth: 1280,
      innerHeight: 775,
      pixelRatio: 1,
      isFullScreen: false,
    }
    const zoomed = {
      outerWidth: 986,
      outerHeight: 681,
      innerWidth: 981,
      innerHeight: 594,
      pixelRatio: 1.3043478260869565,
      isFullScreen: false,
    }
    expect(look(before, zoomed, before)).toEqual([false, false])
    // The page is zoomed to 130 %, so that 170 of the screen's pixels are 131 of its own.
    expect(look(before, zoomed, { ...zoomed, innerWidth: 981 - 131 })).toEqual([false, true])
  })

  it('never counts in any engine, repeatedly, with or without an earlier panel', () => {
    const levels = fc.array(zoom, { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(size, scale, engine, docked, levels, (window, scale, engine, beside, levels) => {
        const looks = levels.map((zoom) =>
          createWindow({ ...window, ...beside, scale, engine, zoom }),
        ) as [WindowMetrics, ...WindowMetrics[]]
        expect(look(...looks)).not.toContain(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('hides nothing: a panel that opens afterwards on one side counts', () => {
    fc.assert(
      fc.property(
        ...[roomySize, scale, engine, docked, zoom, zoom, widePanel, side],
        (window, scale, engine, beside, first, second, panel, side) => {
          fc.pre(isZoomKnown(engine, first))
          const before = { ...window, ...beside, scale, engine }
          const after = { ...before, [side]: beside[side] + panel }
          expect(
            look(
              createWindow({ ...before, zoom: first }),
              createWindow({ ...before, zoom: second }),
              createWindow({ ...after, zoom: second }),
            ),
          ).toEqual([false, true])
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('neither ends nor repeats an earlier opening, whose end is still detected', () => {
    fc.assert(
      fc.property(
        ...[roomySize, scale, engine, docked, zoom, zoom, widePanel, side],
        (window, scale, engine, beside, first, second, panel, side) => {
          fc.pre(isZoomKnown(engine, first))
          const free = { ...window, ...beside, scale, engine }
          const open = { ...free, [side]: beside[side] + panel }
          expect(
            look(
              createWindow({ ...free, zoom: first }),
              createWindow({ ...open, zoom: first }),
              createWindow({ ...open, zoom: second }),
              createWindow({ ...open, zoom: first }),
              createWindow({ ...free, zoom: first }),
            ),
          ).toEqual([true, true, true, false])
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('does not count after a panel from before the start was closed', () => {
    fc.assert(
      fc.property(
        ...[roomySize, scale, engine, zoom, zoom, widePanel, side],
        (window, scale, engine, first, second, panel, side) => {
          const free = { ...window, scale, engine }
          const open = { ...free, [side]: 85 + panel }
          expect(
            look(
              createWindow({ ...open, zoom: first }),
              createWindow({ ...free, zoom: first }),
              createWindow({ ...free, zoom: second }),
              createWindow({ ...free, zoom: first }),
            ),
          ).toEqual([false, false, false])
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('does not hide a panel opened in the same moment if the pixel ratio shows it', () => {
    const free = createWindow()
    expect(look(free, createWindow({ zoom: 1.5, right: 300 }))).toEqual([true])
    expect(look(free, createWindow({ zoom: 0.5, below: 385 }))).toEqual([true])
    const onAnotherScreen = { ...createWindow({ height: 800 }), pixelRatio: 2 }
    expect(look(free, onAnotherScreen)).toEqual([false])
  })
})

describe('the window to compare with', () => {
  it('is the one from the start, as long as neither zoom nor size change', () => {
    const wider = [40, 80, 120, 160].map((right) => createWindow({ right }))
    expect(look(createWindow(), ...wider)).not.toContain(true)
    expect(look(createWindow(), ...wider, createWindow({ right: 161 })).at(-1)).toBe(true)
  })

  it.each([
    { title: 'a zoom', now: { zoom: 2 } },
    { title: 'another size', now: { width: 900 } },
    { title: 'full screen', now: { below: 0, isFullScreen: true } },
  ])('is replaced after $title', ({ now }) => {
    const changed = createWindow(now)
    expect(look(createWindow({ right: 100 }), changed, createWindow({ right: 100 }))).toEqual([
      false,
      false,
    ])
    expect(look(createWindow(), changed, createWindow({ ...now, right: 300 })).at(-1)).toBe(true)
  })
})
