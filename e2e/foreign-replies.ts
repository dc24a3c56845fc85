import type { Page, Route } from '@playwright/test'
import { endpoints } from '#contract/endpoints.ts'
import { expect } from './fixtures.ts'

/** Replies of firewalls, gateways and portals in the server's place, with status 200. */
export const foreignReplies = {
  'an empty object': '{}',
  'an empty list': '[]',
  null: 'null',
  'a text': '"ok"',
  'a support id': '{"supportID":"1"}',
  'a message': '{"message":"x"}',
  'a page': '<!doctype html><title>Blocked</title><h1>Blocked</h1>',
  'half a reply': '{"message":"Your answer was saved.","answered":1,"total',
} as const

const knownCalls = Object.entries(endpoints).map(([name, { method, path }]) => ({
  name,
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

function findName(route: Route): string {
  const request = route.request()
  const { pathname } = new URL(request.url())
  const isMeant = ({ method, pattern }: (typeof knownCalls)[number]) =>
    method === request.method() && pattern.test(pathname)
  return knownCalls.find(isMeant)?.name ?? pathname
}

/** Answers the first calls to each endpoint with `body`, and passes the others on. */
export async function answerFirstCalls(page: Page, body: string, times: number) {
  const foreign = new Map<string, number>()
  const savedAnswers: number[] = []
  await page.route('**/api/**', async (route) => {
    const name = findName(route)
    const count = foreign.get(name) ?? 0
    if (count < times) {
      foreign.set(name, count + 1)
      const contentType = body.startsWith('<') ? 'text/html' : 'application/json'
      return route.fulfill({ status: 200, contentType, body })
    }
    const response = await route.fetch().catch(() => null)
    if (!response) return route.abort()
    if (name === 'submitAnswer' && response.ok())
      savedAnswers.push((await response.json()).answered)
    return route.fulfill({ response }).catch(() => undefined)
  })
  return {
    /** The endpoints that were answered so as often as they are to be. */
    listAnswered: () => [...foreign].filter(([, count]) => count === times).map(([name]) => name),
    /** How many answers the server has taken. */
    countSaved: () => Math.max(0, ...savedAnswers),
  }
}

/**
 * Presses a button again until what it leads to is there. Each press waits until the form has its
 * reply: the same code of an authenticator counts once.
 */
export async function pressUntil(page: Page, name: RegExp, isDone: () => Promise<boolean>) {
  const button = page.getByRole('button', { name, disabled: false })
  const isFailed = () => page.getByRole('alert').first().isVisible()
  await expect(async () => {
    if (!(await isDone())) await button.click({ timeout: 1_000 })
    await expect
      .poll(async () => (await isDone()) || (await isFailed()), { timeout: 2_500 })
      .toBe(true)
    expect(await isDone()).toBe(true)
  }).toPass({ intervals: [100] })
}

/** Words of a program that a person would have to read. */
const rawError =
  /Cannot (read|destructure)|undefined|is not (a function|iterable|an object)|Unexpected|TypeError|supportID|NaN|Invalid Date|\[object/

/** Reads along what the page shows, from its first word. */
export async function readAlong(page: Page) {
  await page.addInitScript(() => {
    const shown = new Set<string>()
    Object.assign(window, { shownLines: shown })
    const read = () => {
      for (const line of document.body?.innerText.split('\n') ?? []) shown.add(line)
    }
    new MutationObserver(read).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  const listShown = () =>
    page.evaluate(() => [...(window as unknown as { shownLines: Set<string> }).shownLines])
  return {
    expectNoRawError: async () =>
      expect((await listShown()).filter((line) => rawError.test(line))).toEqual([]),
    listShown,
  }
}
