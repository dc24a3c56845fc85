/**
 * A browser's window and the page inside it: the inside in CSS pixels, the outside in the screen's
 * pixels, or in Firefox in CSS pixels, too.
 */
export type WindowMetrics = {
  readonly outerWidth: number
  readonly outerHeight: number
  readonly innerWidth: number
  readonly innerHeight: number
  /** Times the page's zoom in some engines, and without it in WebKit. */
  readonly pixelRatio: number
  /** The browser's own bars are gone, and are back when it is left. */
  readonly isFullScreen: boolean
}

/** The spec's gap. */
export const maxPixelsLost = 160
/** Common desktop scales; a pixel ratio is one of these times the page's zoom, or without it. */
const desktopScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4]
const minZoom = 0.24

/** How a window is looked after: against its metrics at the start, and from one look to the next. */
export type WindowWatch = {
  /** Expected metrics of the page, at the zoom of the last look. */
  readonly baseline: WindowMetrics
  readonly last: WindowMetrics
  /** The last one as the browser gave it; in others the outside is in the pixels of the start. */
  readonly lastRead: WindowMetrics
  readonly outerUnit: number
  /** Something has opened beside or below the page since the start. */
  readonly isOpen: boolean
}

export function startWindowWatch(read: WindowMetrics): WindowWatch {
  // Only Firefox tells an outside as large as a page that is zoomed out.
  const outerUnit = read.pixelRatio < 1 && getMaxZoom(read) >= 1 ? read.pixelRatio : 1
  const now = inUnit(read, outerUnit)
  return { baseline: now, last: now, lastRead: read, outerUnit, isOpen: false }
}

/**
 * Developer tools open beside or below the page, which shrinks although the window does not. Only a
 * change from the metrics at the start counts, a zoom or full screen starts again, and touch devices
 * have no such window. A resized window gets the benefit of every likely zoom.
 */
export function watchWindow(
  watch: WindowWatch,
  read: WindowMetrics,
  isTouch: boolean,
): WindowWatch {
  const { now, outerUnit } = toUnitOfStart(watch, read)
  const baseline = followZoom(watch, now)
  const isOpen = !isTouch && hasOpenedDevtools(baseline, now)
  const next = isOpen ? baseline : getNextBaseline(baseline, now)
  return { baseline: next, last: now, lastRead: read, outerUnit, isOpen }
}

/** A zoom in Firefox changes the outside, too. */
function toUnitOfStart({ last, lastRead, outerUnit }: WindowWatch, read: WindowMetrics) {
  const isSame = isSameWindow(lastRead, read)
  const isZoomed = !isSame && isZoomedOutside(lastRead, read)
  if (!isSame && !isZoomed) return { now: inUnit(read, outerUnit), outerUnit }
  // Exactly as before, since all of these are rounded.
  const { outerWidth, outerHeight } = last
  const now = { ...read, outerWidth, outerHeight }
  return { now, outerUnit: isZoomed ? outerWidth / read.outerWidth : outerUnit }
}

function isZoomedOutside(before: WindowMetrics, now: WindowMetrics): boolean {
  if (now.pixelRatio === before.pixelRatio) return false
  const factor = before.pixelRatio / now.pixelRatio
  // A pixel of the page is 60 of Firefox's own units, and one of the screen a whole number of them.
  const roundingError = (before.pixelRatio + now.pixelRatio) / 120
  return (
    isSameFactor(now.outerWidth / before.outerWidth, factor, roundingError) &&
    isSameFactor(now.outerHeight / before.outerHeight, factor, roundingError)
  )
}

function inUnit(read: WindowMetrics, unit: number): WindowMetrics {
  return { ...read, outerWidth: read.outerWidth * unit, outerHeight: read.outerHeight * unit }
}

/** If a panel was opened or closed before a zoom, the page is not the baseline times a factor. */
function followZoom({ baseline, last }: WindowWatch, now: WindowMetrics): WindowMetrics {
  if (!isZoom(last, now) || isZoom(baseline, now)) return baseline
  const { width, height } = getGrowth(last, now)
  // The longer side is rounded less.
  const factor = now.innerWidth > now.innerHeight ? width : height
  return {
    ...baseline,
    innerWidth: baseline.innerWidth * factor,
    innerHeight: baseline.innerHeight * factor,
    pixelRatio: now.pixelRatio,
  }
}

function hasOpenedDevtools(baseline: WindowMetrics, now: WindowMetrics): boolean {
  if (now.isFullScreen !== baseline.isFullScreen) return false
  return isSameWindow(baseline, now)
    ? hasLostOneSide(baseline, now)
    : hasLostInResize(baseline, now)
}

/** A zoom takes from both sides by one factor, and what opens in the window from one of them. */
function hasLostOneSide(before: WindowMetrics, now: WindowMetrics): boolean {
  if (isZoom(before, now)) return false
  const { width, height } = getGrowth(before, now)
  const factor = before.pixelRatio / now.pixelRatio
  // Something else has changed, such as the screen that the window is on.
  if (factor !== 1 && !isSameFactor(factor, width) && !isSameFactor(factor, height)) return false
  const limit = (maxPixelsLost * factor) / getMaxZoom(before)
  return (
    before.innerWidth * factor - now.innerWidth > limit ||
    before.innerHeight * factor - now.innerHeight > limit
  )
}

function hasLostInResize(before: WindowMetrics, now: WindowMetrics): boolean {
  if (now.pixelRatio !== before.pixelRatio) return false
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

/** After a zoom or in another size, earlier metrics cannot be compared. */
function getNextBaseline(before: WindowMetrics, now: WindowMetrics): WindowMetrics {
  const isSame =
    isSameWindow(before, now) &&
    now.isFullScreen === before.isFullScreen &&
    now.pixelRatio === before.pixelRatio &&
    !isZoom(before, now)
  return isSame ? before : now
}

function isSameWindow(before: WindowMetrics, now: WindowMetrics): boolean {
  return now.outerWidth === before.outerWidth && now.outerHeight === before.outerHeight
}

/** Both sides change by one factor within this. */
const maxFactorDifference = 0.02
/** The smallest step of a browser is 5 %. A side panel that is drawn wider leaves the height as it is. */
const minZoomStep = 0.03

/** Whether the page changed as in a zoom, whatever the pixel ratio says: in WebKit it says nothing. */
function isZoom(before: WindowMetrics, now: WindowMetrics): boolean {
  if (!isSameWindow(before, now) || now.isFullScreen !== before.isFullScreen) return false
  const { width, height } = getGrowth(before, now)
  if (Math.abs(width - 1) < minZoomStep || Math.abs(height - 1) < minZoomStep) return false
  return isSameFactor(width, height, getRoundingError(before, now))
}

function isSameFactor(one: number, other: number, roundingError = 0): boolean {
  return Math.abs(one / other - 1) <= maxFactorDifference + roundingError
}

function getGrowth(before: WindowMetrics, now: WindowMetrics) {
  return {
    width: now.innerWidth / before.innerWidth,
    height: now.innerHeight / before.innerHeight,
  }
}

/** Each side is a whole number of CSS pixels, which are large and few in a page zoomed in. */
function getRoundingError(...metrics: readonly WindowMetrics[]): number {
  return metrics.reduce(
    (sum, { innerWidth, innerHeight }) => sum + 1 / innerWidth + 1 / innerHeight,
    0,
  )
}

/** A page is never larger than its window. */
function getMaxZoom({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowMetrics): number {
  return Math.min(outerWidth / innerWidth, outerHeight / innerHeight)
}

function listLikelyZooms(before: WindowMetrics): number[] {
  const { pixelRatio, innerWidth, outerWidth } = before
  // The edge may be off by some pixels.
  const maxZoom = (outerWidth / innerWidth) * 1.03
  const zooms = desktopScales.map((scale) => pixelRatio / scale)
  return [1, getMaxZoom(before), ...zooms.filter((zoom) => zoom >= minZoom && zoom <= maxZoom)]
}

/** Zoomed out, a bar of the browser takes more CSS pixels from the page than it is high. */
function getShrinkFactor(inner: number, outer: number): number {
  return Math.max(1, inner / outer)
}
