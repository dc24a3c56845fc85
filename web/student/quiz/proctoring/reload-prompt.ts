/**
 * iPhones and iPads: every browser there is WebKit, which never asks before a page is reloaded. No
 * other engine knows the callout of a long touch, nor does a desktop browser that emulates a phone.
 */
export function hasNoReloadPrompt(): boolean {
  return navigator.maxTouchPoints > 0 && CSS.supports('-webkit-touch-callout', 'none')
}
