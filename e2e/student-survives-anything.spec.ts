import type { Page } from '@playwright/test'
import { getAnswers } from '#contract/results.ts'
import { enrol, questions, releasedExam } from '#server/house-classroom.ts'
import { type BadNet, type Fate, openBadNet } from './bad-net.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { ownChromium } from './own-chromium.ts'
import { comeBack, logIn, start } from './student-at-desk.ts'

const rounds = process.env.LONG ? 200 : 3
const count = 5
const title = 'Node JS'
const fates: readonly Fate[] = ['pass', 'pass', 'drop', 'lose', 'repeat', 'delay']
const mishaps = ['none', 'none', 'offline', 'online', 'reload', 'crash'] as const

test(`nothing is lost that the screen called saved or waiting, ${rounds} times over`, async ({
  house,
  complaints: _,
}) => {
  test.setTimeout(rounds * 120_000)
  const admin = await house.admin()
  const net = await openBadNet(house.url)
  const tally = { called: 0, crashes: 0, reloads: 0, lost: [] as string[] }
  for (let round = 0; round < rounds; round += 1) {
    const exam = await releasedExam(admin, {
      title: `${title} ${round}`,
      questions: questions(count),
      integrityMode: 'observe',
    })
    const told = await aRound(house, net, { exam, seed: round + 1, tally })
    const { json } = await admin.ask(getAnswers, {
      params: { testId: exam._id, studentId: told.studentId },
    })
    for (const [question, option] of told.called) {
      const kept = json.answers.find(({ questionText }) => questionText === question)
      if (kept?.selectedAnswer === option) continue
      tally.lost.push(`round ${round}: ${question} was ${option}, is ${kept?.selectedAnswer}`)
    }
  }
  await net.close()
  console.log(`${rounds} rounds:`, tally)
  expect(tally.lost).toEqual([])
})

type Round = {
  readonly exam: { readonly _id: string; readonly title: string }
  readonly seed: number
  readonly tally: { called: number; crashes: number; reloads: number }
}

/** One student, one attempt, whatever may come; tells what the screen called saved or waiting. */
async function aRound(house: OpenHouse, net: BadNet, { exam, seed, tally }: Round) {
  const pupil = await enrol(house)
  const path = `/student/quiz/${exam._id}`
  const throwDice = diceOf(seed)
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(throwDice() * list.length)] as T
  const called = new Map<string, string>()
  const chromium = ownChromium()
  net.isDown = false
  net.fateOf = () => 'pass'
  try {
    let page = await openPage(chromium)
    await logIn(page, pupil, net.url)
    await start(page, exam.title)
    net.fateOf = ({ method }) => (method === 'POST' ? oneOf(fates) : 'pass')

    for (let number = 1; number <= count; number += 1) {
      const question = await page.getByRole('heading', { level: 1 }).innerText()
      const option = await chooseAny(page, throwDice())
      await page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
      if (number === count) break
      const state = page.getByText(new RegExp(`Answer ${number} saved|waiting to send`))
      // A call that is dropped is tried again after a second or so.
      await expect(state.first()).toBeVisible()
      called.set(question, option)
      tally.called += 1

      const mishap = oneOf(mishaps)
      if (mishap === 'offline') net.isDown = true
      if (mishap === 'online') net.isDown = false
      if (mishap === 'reload' || mishap === 'crash') {
        net.isDown = false
        if (mishap === 'crash') {
          tally.crashes += 1
          await chromium.kill()
          page = await openPage(chromium)
        } else tally.reloads += 1
        await comeBack(page, net.url, path, pupil)
      }
      await expect(page.getByText(`Question ${number + 1} of ${count}`)).toBeVisible()
    }
    net.isDown = false
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible({ timeout: 90_000 })
    return { studentId: pupil.id, called }
  } finally {
    await chromium.throwAway()
  }
}

async function openPage(chromium: ReturnType<typeof ownChromium>): Promise<Page> {
  const page = await chromium.open()
  page.on('dialog', (dialog) => dialog.accept())
  return page
}

async function chooseAny(page: Page, dice: number): Promise<string> {
  const radios = page.getByRole('radio')
  const radio = radios.nth(Math.floor(dice * (await radios.count())))
  await radio.check()
  const option = await radio.evaluate((input) => input.closest('label')?.textContent ?? '')
  return option.replace(/^[A-D]/, '').trim()
}

/** The same throws for the same seed, so that a round that fails can be played again. */
function diceOf(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}
