import type { Page } from '@playwright/test'
import type { TestStudent } from '#test/factories.ts'
import type { Fate } from './bad-net.ts'
import { expect } from './fixtures.ts'
import { ended, lateMs, patient, type RoughDesk } from './rough-desk.ts'

const fates: readonly Fate[] = ['pass', 'pass', 'drop', 'lose', 'repeat', 'delay', 'late']
const mishaps = [
  ...(['none', 'cut', 'told cut', 'mended', 'reload'] as const),
  ...(['crash', 'crash', 'crash at once'] as const),
]
const lastMishaps = ['none', 'none', 'crash', 'crash at once', 'reload'] as const

type Given = {
  readonly pupil: TestStudent
  readonly exam: { readonly _id: string; readonly title: string }
  readonly seed: number
}
type Choice = { readonly question: string; readonly option: string; isPromised: boolean }

/**
 * One student, one attempt, whatever may come. Tells the last choice for each question, and whether
 * the screen called it saved or waiting.
 */
export async function roughRound(desk: RoughDesk, { pupil, exam, seed }: Given) {
  const oneOf = chooser(diceOf(seed))
  const oneOfFates = chooser(diceOf(seed + 10_000))
  const choices = new Map<string, Choice>()
  const tally = { crashes: 0, reloads: 0, cuts: 0, badCalls: 0 }
  await desk.sitDown(pupil, exam.title)
  desk.net.fateOf = ({ method }) => {
    const fate = method === 'POST' ? oneOfFates(fates) : 'pass'
    if (fate !== 'pass') tally.badCalls += 1
    return fate
  }

  const befall = async (mishap: (typeof mishaps)[number]) => {
    if (mishap === 'cut' || mishap === 'told cut') {
      tally.cuts += 1
      await desk.unplug({ isTold: mishap === 'told cut' })
    }
    if (mishap === 'mended') await desk.plugIn()
    if (mishap === 'crash' || mishap === 'crash at once') {
      tally.crashes += 1
      await desk.crash()
    }
    if (mishap === 'reload') tally.reloads += 1
    return /crash|reload/.test(mishap) ? desk.openQuiz(exam._id, pupil) : 'running'
  }

  for (;;) {
    const page = desk.page()
    const place = await placeOn(page)
    if (!place) break
    const { number, count } = place
    const choice = number === null ? null : await chooseAny(page, oneOf)
    if (choice) choices.set(choice.question, choice)
    const press = page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
    // A finish from before a crash may come late, and end what was opened again meanwhile.
    if (number === null) await Promise.any([press, ended(page).waitFor(patient)])
    else await press

    if (number === null || number === count) {
      const mishap = number === null ? 'none' : oneOf(lastMishaps)
      if (mishap === 'crash') await page.waitForTimeout(lateMs)
      if ((await befall(mishap)) === 'over') break
      if (mishap !== 'none') continue
      await desk.plugIn()
      // Pauses of 15 s by now, and every other call goes wrong.
      await expect(ended(page)).toBeVisible({ timeout: 3 * patient.timeout })
      if (choice) choice.isPromised = true
      break
    }
    const mishap = oneOf(mishaps)
    if (mishap !== 'crash at once') {
      await expect(page.getByText(promiseOf(number)).first()).toBeVisible(patient)
      if (choice) choice.isPromised = true
    }
    if ((await befall(mishap)) === 'over') break
    if (!/crash|reload/.test(mishap)) {
      await expect(page.getByText(`Question ${number + 1} of ${count}`)).toBeVisible(patient)
    }
  }
  return { choices, tally }
}

const promiseOf = (number: number) => new RegExp(`Answer ${number} saved|waiting to send`)

/** Which question is asked; none once all are answered, and no place at all in a quiz that ended. */
async function placeOn(page: Page) {
  const place = page.getByText(/^Question \d+ of \d+$|^All \d+ questions answered$/)
  await expect(place.or(ended(page))).toBeVisible(patient)
  if (await ended(page).isVisible()) return null
  const words = await place.innerText()
  const [number, count] = words.match(/\d+/g)?.map(Number) ?? []
  return words.startsWith('All') ? { number: null, count } : { number: number ?? 0, count }
}

async function chooseAny(page: Page, oneOf: <T>(list: readonly T[]) => T): Promise<Choice> {
  const question = await page.getByRole('heading', { level: 1 }).innerText()
  const radio = oneOf(await page.getByRole('radio').all())
  await radio.check()
  const words = await radio.evaluate((input) => input.closest('label')?.textContent ?? '')
  return { question, option: words.replace(/^[A-D]/, '').trim(), isPromised: false }
}

function chooser(throwDice: () => number) {
  return <T>(list: readonly T[]) => list[Math.floor(throwDice() * list.length)] as T
}

/** The same throws for the same seed, so that a round that fails can be played again. */
function diceOf(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}
