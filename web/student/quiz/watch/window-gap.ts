import type { WindowGap } from '#core/integrity.ts'

/** Its window is the screen: nothing can be docked beside a page. */
export function isTouch(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}

export function gapNow(): WindowGap {
  return {
    width: window.outerWidth - window.innerWidth,
    height: window.outerHeight - window.innerHeight,
    pixelRatio: window.devicePixelRatio,
  }
}
