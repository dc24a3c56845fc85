import { devices, type Page } from '@playwright/test'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { type IntegrityMode, integrityModes } from '#core/exams/exam.ts'
import { isViolation } from '#core/proctoring/policy.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { attemptAt, logIn, start } from './student-at-desk.ts'
import { blur, draw, focus, glance, hide, holdWindow, show } from './window-acts.ts'

type Innocent = { readonly title: string; readonly act: (page: Page) => Promise<unknown> }

const glanceMs = 300
const longMs = 700
const settledMs = 260

/** The window was drawn with a panel of 300 pixels docked to its right before the start. */
const docked = { right: 300 }

const drawn: readonly Innocent[] = [
  { title: 'a window told of twice', act: (page) => draw(page, docked) },
  { title: 'a docked panel made a little wider', act: (page) => draw(page, { right: 420 }) },
  { title: 'a docked panel that is closed', act: (page) => draw(page) },
  { title: 'and opened again as it was', act: (page) => draw(page, docked) },
  { title: 'a zoom to 110 %', act: (page) => draw(page, { ...docked, zoom: 1.1 }) },
  { title: 'a zoom in steps to 200 %', act: (page) => inSteps(page, [1.25, 1.5, 1.75, 2]) },
  {
    title: 'a larger window at 200 %',
    act: (page) => draw(page, { ...docked, zoom: 2, width: 1920, height: 1080 }),
  },
  { title: 'a zoom out in steps to 50 %', act: (page) => inSteps(page, [1.5, 1, 0.75, 0.5]) },
  {
    title: 'a download bar at 50 %',
    act: (page) => draw(page, { ...docked, zoom: 0.5, below: 70 }),
  },
  {
    title: 'a smaller window at 50 %',
    act: (page) => draw(page, { ...docked, zoom: 0.5, width: 900, height: 620 }),
  },
  { title: 'a zoom back to 100 %', act: (page) => draw(page, docked) },
  { title: 'a download bar', act: (page) => draw(page, { ...docked, below: 70 }) },
  { title: 'a bar of bookmarks besides', act: (page) => draw(page, { ...docked, below: 103 }) },
  { title: 'both closed again', act: (page) => draw(page, docked) },
  {
    title: 'a window drawn to the whole screen',
    act: (page) => draw(page, { ...docked, width: 1920, height: 1040 }),
  },
  {
    title: 'a window snapped to half of it',
    act: (page) => draw(page, { ...docked, width: 960, height: 1040 }),
  },
  {
    title: 'a screen that is turned',
    act: (page) => draw(page, { ...docked, width: 1040, height: 960 }),
  },
  {
    title: 'a move to a finer screen',
    act: (page) => draw(page, { ...docked, zoom: 1.5, width: 1400, height: 900 }),
  },
  {
    title: 'a full screen without bars',
    act: (page) => draw(page, { ...docked, zoom: 1.5, width: 1920, height: 1080, below: -85 }),
  },
  {
    title: 'an outside that is drawn ahead of the inside',
    act: (page) =>
      draw(
        page,
        { ...docked, zoom: 1.5, width: 1600, height: 900, right: 700 },
        { ...docked, zoom: 1.5, width: 1600, height: 900 },
      ),
  },
]

const looksAway: readonly Innocent[] = [
  { title: 'a blur of 300 ms', act: (page) => glance(page, glanceMs, 1) },
  { title: 'five glances in a row', act: (page) => glance(page, glanceMs, 5) },
  {
    title: 'a blur while the page keeps the focus',
    act: (page) => blur(page, false).then(() => page.waitForTimeout(longMs)),
  },
  { title: 'a change of visibility to visible', act: show },
  { title: 'a focus without a blur', act: focus },
  {
    title: 'a mouse that leaves the window',
    act: (page) => page.evaluate(() => document.dispatchEvent(new MouseEvent('mouseleave'))),
  },
  {
    title: 'a keyboard on the screen, a pinch',
    act: (page) => page.evaluate(() => window.visualViewport?.dispatchEvent(new Event('resize'))),
  },
  {
    title: 'a page that is printed',
    act: (page) =>
      page.evaluate(() => {
        for (const name of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(name))
      }),
  },
  { title: 'another colour scheme', act: (page) => page.emulateMedia({ colorScheme: 'dark' }) },
  { title: 'keys that do nothing', act: (page) => page.keyboard.press('Control+c') },
  {
    title: 'a right click',
    act: (page) => page.getByRole('heading', { level: 1 }).click({ button: 'right' }),
  },
  {
    title: 'the Tab key all the way round',
    act: async (page) => {
      for (let n = 0; n < 8; n++) await page.keyboard.press('Tab')
    },
  },
  {
    title: 'a net that goes and comes',
    act: (page) =>
      page.evaluate(() => {
        for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name))
      }),
  },
]

async function atTheQuiz(page: Page, house: OpenHouse, integrityMode: IntegrityMode) {
  const admin = await house.createAdmin()
  const exam = { title: 'Node JS', questions: createQuestions(2), integrityMode }
  const { _id: testId } = await createReleasedExam(admin, exam)
  await logIn(page, await createStudent(house))
  await start(page, 'Node JS')
  const attemptId = (await attemptAt(admin, testId))?._id ?? ''
  return {
    status: async () => (await attemptAt(admin, testId))?.status,
    violations: async () => {
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.flatMap(({ kind }) => (isViolation(kind, 'strict') ? kind : []))
    },
  }
}

for (const mode of integrityModes) {
  test(`${drawn.length + looksAway.length} innocent acts count for nothing in ${mode}`, async ({
    page,
    house,
    complaints,
  }) => {
    await holdWindow(page, docked)
    const { status, violations } = await atTheQuiz(page, house, mode)
    for (const { title, act } of [...drawn, ...looksAway]) {
      await act(page)
      await page.waitForTimeout(settledMs)
      expect(await violations(), title).toEqual([])
    }
    await page.waitForTimeout(longMs)
    expect(await violations()).toEqual([])
    expect(await status()).toBe('In progress')
    await expect(page.getByText('Question 1 of 2')).toBeVisible()
    complaints.length = 0
  })
}

test('a dialog of ours takes the focus, and nobody minds', async ({ page, house }) => {
  const { violations } = await atTheQuiz(page, house, 'strict')
  await page.goBack()
  const stay = page.getByRole('button', { name: 'Stay in the quiz' })
  await expect(stay).toBeFocused()
  await blur(page, true)
  await page.waitForTimeout(longMs)
  await focus(page)
  await stay.click()
  await expect(stay).toBeHidden()
  expect(await violations()).toEqual([])
})

for (const mode of ['warn', 'observe'] as const) {
  test(`one call that hides the page submits nothing in ${mode}, and is timed`, async ({
    page,
    house,
  }) => {
    const { status, violations } = await atTheQuiz(page, house, mode)
    await blur(page, true)
    await expect.poll(violations).toEqual(['blur'])
    await hide(page)
    await page.waitForTimeout(longMs)
    expect(await violations(), 'one absence is one event').toEqual(['blur'])
    await focus(page)
    await page.waitForTimeout(settledMs)
    expect(await status()).toBe('In progress')
  })
}

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  test.use(phone)

  for (const mode of integrityModes) {
    test(`a keyboard on the screen and a turn of it count for nothing in ${mode}`, async ({
      page,
      house,
    }) => {
      await holdWindow(page, { width: 412, height: 839 })
      const { status, violations } = await atTheQuiz(page, house, mode)
      for (const look of [
        { width: 412, height: 839, below: 320 },
        { width: 839, height: 412 },
        { width: 839, height: 412, below: 200 },
        { width: 412, height: 839, below: 60 },
      ]) {
        await draw(page, look)
        await page.waitForTimeout(settledMs)
      }
      expect(await violations()).toEqual([])
      expect(await status()).toBe('In progress')
    })
  }
})

async function inSteps(page: Page, zooms: readonly number[]) {
  for (const zoom of zooms) {
    await draw(page, { ...docked, zoom })
    await page.waitForTimeout(settledMs)
  }
}
