import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    announcements: string[]
  }
}

/**
 * Records the words that a screen reader speaks by itself, from now on and in every page that
 * follows: of live regions, each as a whole, and of the heading, dialog or line that takes the focus.
 */
export async function listen(page: Page) {
  await page.addInitScript(record)
  await page.evaluate(record)
}

/** Progress of answers on their way, which a fast machine leaves out. */
const passing = /^Answer \d+ saved$|^(Sending|Finishing) /

/** The act is answered by these sentences, each once, and by nothing else: in whichever order. */
export async function expectAnnounced(page: Page, ...sentences: readonly (string | RegExp)[]) {
  const read = () => page.evaluate(() => window.announcements)
  const isIt = (one: string | RegExp, words: string) =>
    typeof one === 'string' ? words === one : one.test(words)
  await expect
    .poll(async () => {
      const announcements = await read()
      return sentences.filter((one) => !announcements.some((words) => isIt(one, words))).map(String)
    })
    .toEqual([])
  // A repeated announcement comes a moment later.
  await page.waitForTimeout(400)
  const announcements = await page.evaluate(() => window.announcements.splice(0))
  const count = (one: string | RegExp) => announcements.filter((words) => isIt(one, words)).length
  expect(sentences.map(count), announcements.join(' | ')).toEqual(sentences.map(() => 1))
  const isExpected = (words: string) => sentences.some((one) => isIt(one, words))
  expect(announcements.filter((words) => !isExpected(words) && !passing.test(words))).toEqual([])
}

/** In the page. */
function record() {
  if (window.announcements) return
  window.announcements = []
  const words = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const listWords = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => words(document.getElementById(id)))
      .filter(Boolean)
      .join(' ')
  const spoken = new Map<Element, string>()
  const speakRegion = (region: Element) => {
    const now = words(region)
    if (now !== (spoken.get(region) ?? '') && now !== '') window.announcements.push(now)
    spoken.set(region, now)
  }
  const selector = '[aria-live="polite"], [aria-live="assertive"]'
  new MutationObserver((changes) => {
    const regions = new Set<Element>()
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(selector)
      if (region) regions.add(region)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue
        // One that comes with its words is silent, unless it is an alert.
        for (const one of [added, ...added.querySelectorAll(selector)]) {
          if (one.matches('[role="alert"]')) regions.add(one)
          else if (one.matches(selector)) spoken.set(one, words(one))
        }
      }
    }
    for (const region of regions) speakRegion(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  for (const region of document.querySelectorAll(selector)) spoken.set(region, words(region))

  let dialog: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const around = target.closest('[role="dialog"], [role="alertdialog"]')
    if (around && around !== dialog) {
      const named = ['labelledby', 'describedby'].map((by) => around.getAttribute(`aria-${by}`))
      window.announcements.push(`dialog ${named.map(listWords).filter(Boolean).join(': ')}`)
    }
    dialog = around
    if (target.tabIndex !== -1 || target.matches('button, input, select, a')) return
    const name = listWords(target.getAttribute('aria-labelledby')) || words(target)
    const described = listWords(target.getAttribute('aria-describedby'))
    if (target !== around) window.announcements.push([name, described].filter(Boolean).join(': '))
  })
}
