import type { WindowMetrics } from '#core/proctoring/devtools-detection.ts'

/** Its window is the screen: nothing can be docked beside a page. */
export function isTouch(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}

export function readWindowMetrics(): WindowMetrics {
  return {
    outerWidth: window.outerWidth,
    outerHeight: window.outerHeight,
    innerWidth: window.innerWidth,
    innerHeight: window.innerHeight,
    pixelRatio: window.devicePixelRatio,
  }
}
