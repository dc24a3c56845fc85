import type { Page } from '@playwright/test'
import {
  opensAgain,
  type Pick,
  startDisruptedAttempt,
  type UnreliableAttemptInput,
} from './disruptions.ts'
import { expect } from './fixtures.ts'
import { readOptionText } from './unreliable-attempt.ts'
import { getEndHeading, longTimeout, type UnreliableClient } from './unreliable-client.ts'

const actions = ['choose', 'choose', 'choose', 'clear', 'mark', 'go', 'go', 'next'] as const
const disruptions = [
  ...(['none', 'none', 'none', 'cut', 'told cut', 'mended', 'reload'] as const),
  ...(['crash', 'crash at once'] as const),
]
const actionCount = process.env.LONG ? 14 : 8

/** The state of one question as the student left it. */
type Mark = { readonly option: string | null; readonly isMarked: boolean }
const untouched: Mark = { option: null, isMarked: false }

/**
 * One student walks through a free paper under all kinds of failure: chooses, chooses again, clears
 * and marks. After each reload and crash every question must be as it was left; what the screen
 * called neither saved nor waiting may be lost. Returns the option left at each question it was at.
 */
export async function runUnreliableFreeAttempt(
  client: UnreliableClient,
  input: UnreliableAttemptInput,
) {
  const { pick, counts, disrupt } = await startDisruptedAttempt(client, input)
  const left = new Map<number, Mark>()
  const texts = new Map<number, string>()

  for (let n = 0; n < actionCount; n += 1) {
    const number = await readNumber(client.page())
    const before = left.get(number) ?? untouched
    texts.set(number, await client.page().locator('#question-text').innerText())
    const after = await act(client.page(), before, pick)
    left.set(number, after)
    const disruption = pick(disruptions)
    if (disruption !== 'crash at once') await waitUntilKept(client.page())
    const state = await disrupt(disruption)
    if (!opensAgain(disruption)) continue
    expect(state).toBe('running')
    const shown = await readMark(client.page(), number)
    const possible = disruption === 'crash at once' ? [before, after] : [after]
    expect(possible, `question ${number} after a ${disruption}`).toContainEqual(shown)
    left.set(number, shown)
    for (const [other, { option, isMarked }] of left) {
      const flags = { isAnswered: option !== null, isMarked }
      expect(await readFlags(client.page(), other), `question ${other}`).toEqual(flags)
    }
  }
  await client.reconnect()
  await finish(client.page(), [...left.values()])
  const answers = Array.from(left, ([number, { option }]) => ({
    question: texts.get(number) ?? '',
    option,
    isAcknowledged: true,
  }))
  return { answers, counts }
}

/** Does something to the question on screen, or leaves it; returns what is left there. */
async function act(page: Page, before: Mark, pick: Pick): Promise<Mark> {
  const action = pick(actions)
  if (action === 'choose') {
    const radio = pick(await page.getByRole('radio').all())
    await radio.check()
    return { ...before, option: await readOptionText(radio) }
  }
  if (action === 'clear') {
    await page.keyboard.press('Delete')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    return { ...before, option: null }
  }
  if (action === 'mark') {
    const mark = page.getByRole('button', { name: 'Mark for review' })
    await mark.click()
    await expect(mark).toHaveAttribute('aria-pressed', String(!before.isMarked))
    return { ...before, isMarked: !before.isMarked }
  }
  const next = page.getByRole('button', { name: 'Save & next' })
  if (action === 'next' && (await next.isVisible())) await next.click()
  else await pick(await page.locator('aside [data-place]').all()).click()
  return before
}

/** Goes to the question, and reads what is left there. */
async function readMark(page: Page, number: number): Promise<Mark> {
  await page.locator(`aside [data-place="${number - 1}"]`).click(longTimeout)
  await expect(getPosition(page)).toHaveText(new RegExp(`^Question ${number} of`), longTimeout)
  const [checked] = await page.getByRole('radio', { checked: true }).all()
  const { isMarked } = await readFlags(page, number)
  return { option: checked ? await readOptionText(checked) : null, isMarked }
}

async function readFlags(page: Page, number: number) {
  const name = await page
    .locator(`aside [data-place="${number - 1}"]`)
    .evaluate((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? '')
  return { isAnswered: name.includes('answered'), isMarked: name.includes('marked') }
}

async function readNumber(page: Page): Promise<number> {
  await expect(getPosition(page)).toBeVisible(longTimeout)
  return Number(/\d+/.exec(await getPosition(page).innerText())?.[0])
}

const getPosition = (page: Page) => page.locator('main h1').filter({ hasText: /^Question \d+ of/ })

async function waitUntilKept(page: Page) {
  await expect(page.locator('header [data-look]')).not.toHaveText(/^Saving/, longTimeout)
}

async function finish(page: Page, all: readonly Mark[]) {
  const total = await page.locator('aside [data-place]').count()
  const unanswered = total - all.filter(({ option }) => option !== null).length
  const marked = all.filter(({ isMarked }) => isMarked).length
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  const first = unanswered > 0 ? `${unanswered} unanswered` : `All ${total} answered`
  const title = marked > 0 ? `${first}, ${marked} marked` : first
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  // Retries wait 15 s by now, and every other call fails.
  await expect(getEndHeading(page)).toBeVisible({ timeout: 3 * longTimeout.timeout })
}
