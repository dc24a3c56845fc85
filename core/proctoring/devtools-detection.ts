/** A browser's window and the page inside it: the outside in the screen's pixels, the inside in CSS pixels. */
export type WindowMetrics = {
  readonly outerWidth: number
  readonly outerHeight: number
  readonly innerWidth: number
  readonly innerHeight: number
  readonly pixelRatio: number
  /** The browser's own bars are gone, and are back when it is left. */
  readonly isFullScreen: boolean
}

/** The spec's gap. */
const maxPixelsLost = 160
/** Common desktop scales; a pixel ratio is one of these times the page's zoom. */
const desktopScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4]
const minZoom = 0.24

/**
 * Developer tools open beside or below the page, which shrinks although the window does not. Only a
 * change from the metrics at the start counts, a zoom or full screen starts again, and touch devices
 * have no such window. A resized window gets the benefit of every likely zoom.
 */
export function hasOpenedDevtools(
  before: WindowMetrics,
  now: WindowMetrics,
  isTouch: boolean,
): boolean {
  if (isTouch || !areComparable(before, now)) return false
  const zooms = listLikelyZooms(before)
  const getPixelsLost = (inner: number, outerGrowth: number, innerNow: number) =>
    Math.min(...zooms.map((zoom) => inner + outerGrowth / zoom - innerNow))
  const width = getPixelsLost(before.innerWidth, now.outerWidth - before.outerWidth, now.innerWidth)
  const height = getPixelsLost(
    before.innerHeight,
    now.outerHeight - before.outerHeight,
    now.innerHeight,
  )
  return (
    width > maxPixelsLost * getShrinkFactor(before.innerWidth, before.outerWidth) ||
    height > maxPixelsLost * getShrinkFactor(before.innerHeight, before.outerHeight)
  )
}

/** A browser's own bars take up less than this. */
const browserBars = { width: maxPixelsLost, height: 250 }

/**
 * Whether something takes room beside or below the page: developer tools, a side panel, or a page
 * that is zoomed in. It is all the same from inside, so it is noted and never judged.
 */
export function hasWindowGap(now: WindowMetrics): boolean {
  return (
    now.outerWidth - now.innerWidth > browserBars.width ||
    now.outerHeight - now.innerHeight > browserBars.height
  )
}

function areComparable(before: WindowMetrics, now: WindowMetrics): boolean {
  return now.pixelRatio === before.pixelRatio && now.isFullScreen === before.isFullScreen
}

/** After a zoom or in another size, earlier metrics cannot be compared. */
export function getNextBaseline(before: WindowMetrics, now: WindowMetrics): WindowMetrics {
  const isSame =
    areComparable(before, now) &&
    now.outerWidth === before.outerWidth &&
    now.outerHeight === before.outerHeight
  return isSame ? before : now
}

function listLikelyZooms({ pixelRatio, innerWidth, outerWidth }: WindowMetrics): number[] {
  // A page is never wider than its window; the edge may be off by some pixels.
  const maxZoom = (outerWidth / innerWidth) * 1.03
  const zooms = desktopScales.map((scale) => pixelRatio / scale)
  return [1, ...zooms.filter((zoom) => zoom >= minZoom && zoom <= maxZoom)]
}

/** Zoomed out, a bar of the browser takes more CSS pixels from the page than it is high. */
function getShrinkFactor(inner: number, outer: number): number {
  return Math.max(1, inner / outer)
}
