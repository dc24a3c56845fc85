import type { Locator, Page } from '@playwright/test'
import {
  opensAgain,
  type Pick,
  startDisruptedAttempt,
  type UnreliableAttemptInput,
} from './disruptions.ts'
import { expect } from './fixtures.ts'
import { getEndHeading, lateMs, longTimeout, type UnreliableClient } from './unreliable-client.ts'

const disruptions = [
  ...(['none', 'cut', 'told cut', 'mended', 'reload'] as const),
  ...(['crash', 'crash', 'crash at once'] as const),
]
const lastDisruptions = ['none', 'none', 'crash', 'crash at once', 'reload'] as const

type Choice = { readonly question: string; readonly option: string; isAcknowledged: boolean }

/**
 * One student takes one attempt under all kinds of failure. Returns the last choice for each
 * question, and whether the screen called it saved or waiting.
 */
export async function runUnreliableAttempt(
  client: UnreliableClient,
  input: UnreliableAttemptInput,
) {
  const { pick, counts, disrupt } = await startDisruptedAttempt(client, input)
  const choices = new Map<string, Choice>()

  for (;;) {
    const page = client.page()
    const position = await readPosition(page)
    if (!position) break
    const { number, count } = position
    const choice = number === null ? null : await chooseRandomOption(page, pick)
    if (choice) choices.set(choice.question, choice)
    const press = page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
    // A finish sent before a crash may arrive late, and end the reopened attempt.
    if (number === null) await Promise.any([press, getEndHeading(page).waitFor(longTimeout)])
    else await press

    if (number === null || number === count) {
      const disruption = number === null ? 'none' : pick(lastDisruptions)
      if (disruption === 'crash') await page.waitForTimeout(lateMs)
      if ((await disrupt(disruption)) === 'over') break
      if (disruption !== 'none') continue
      await client.reconnect()
      // Retries wait 15 s by now, and every other call fails.
      await expect(getEndHeading(page)).toBeVisible({ timeout: 3 * longTimeout.timeout })
      if (choice) choice.isAcknowledged = true
      break
    }
    const disruption = pick(disruptions)
    if (disruption !== 'crash at once') {
      await expect(page.getByText(toAcknowledgement(number)).first()).toBeVisible(longTimeout)
      if (choice) choice.isAcknowledged = true
    }
    if ((await disrupt(disruption)) === 'over') break
    if (!opensAgain(disruption)) {
      await expect(
        page.getByRole('heading', { name: `Question ${number + 1} of ${count}` }),
      ).toBeVisible(longTimeout)
    }
  }
  return { choices, counts }
}

const toAcknowledgement = (number: number) => new RegExp(`Answer ${number} saved|waiting to send`)

/**
 * The question shown; none once all are answered, and no number at all in a quiz that has ended.
 */
async function readPosition(page: Page) {
  const position = page
    .locator('header')
    .getByText(/^Question \d+ of \d+$|^All \d+ questions answered$/)
  await expect(position.or(getEndHeading(page))).toBeVisible(longTimeout)
  if (await getEndHeading(page).isVisible()) return null
  const text = await position.innerText()
  const [number, count] = text.match(/\d+/g)?.map(Number) ?? []
  return text.startsWith('All') ? { number: null, count } : { number: number ?? 0, count }
}

async function chooseRandomOption(page: Page, pick: Pick): Promise<Choice> {
  const question = await page.locator('#question-text').innerText()
  const radio = pick(await page.getByRole('radio').all())
  await radio.check()
  return { question, option: await readOptionText(radio), isAcknowledged: false }
}

export async function readOptionText(radio: Locator): Promise<string> {
  const text = await radio.evaluate((input) => input.closest('label')?.textContent ?? '')
  return text.replace(/^[A-D]/, '').trim()
}
