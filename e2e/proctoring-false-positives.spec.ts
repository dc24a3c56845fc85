import { devices, type Page } from '@playwright/test'
import { listAttemptEvents } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { isViolation } from '#core/proctoring/policy.ts'
import { createQuestions } from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { getOnlyAttempt, openNewQuiz } from './student-actions.ts'
import {
  blur,
  fakeWindow,
  focus,
  glance,
  hide,
  resizeWindow,
  show,
  type WindowState,
} from './window-actions.ts'

type HarmlessAction = { readonly title: string; readonly perform: (page: Page) => Promise<unknown> }

const glanceMs = 300
const absenceMs = 700
const settledMs = 260

/** The window had a panel of 300 pixels docked to its right before the start. */
const docked = { right: 300 }

const windowChanges: readonly HarmlessAction[] = [
  { title: 'a window told of twice', perform: (page) => resizeWindow(page, docked) },
  {
    title: 'a docked panel made a little wider',
    perform: (page) => resizeWindow(page, { right: 420 }),
  },
  { title: 'a docked panel that is closed', perform: (page) => resizeWindow(page) },
  { title: 'and opened again as it was', perform: (page) => resizeWindow(page, docked) },
  { title: 'a zoom to 110 %', perform: (page) => resizeWindow(page, { ...docked, zoom: 1.1 }) },
  { title: 'a zoom in steps to 200 %', perform: (page) => zoomInSteps(page, [1.25, 1.5, 1.75, 2]) },
  {
    title: 'a larger window at 200 %',
    perform: (page) => resizeWindow(page, { ...docked, zoom: 2, width: 1920, height: 1080 }),
  },
  {
    title: 'a zoom out in steps to 50 %',
    perform: (page) => zoomInSteps(page, [1.5, 1, 0.75, 0.5]),
  },
  {
    title: 'a download bar at 50 %',
    perform: (page) => resizeWindow(page, { ...docked, zoom: 0.5, below: 70 }),
  },
  {
    title: 'a smaller window at 50 %',
    perform: (page) => resizeWindow(page, { ...docked, zoom: 0.5, width: 900, height: 620 }),
  },
  { title: 'a zoom back to 100 %', perform: (page) => resizeWindow(page, docked) },
  {
    title: 'a zoom in WebKit, in and out',
    perform: (page) => zoomInSteps(page, [1.2, 1.44, 1.2, 1, 0.8, 1], 'webkit'),
  },
  {
    title: 'a zoom in Firefox, in and out',
    perform: (page) => zoomInSteps(page, [1.1, 1.5, 1, 0.67, 1], 'firefox'),
  },
  { title: 'a download bar', perform: (page) => resizeWindow(page, { ...docked, below: 70 }) },
  {
    title: 'a bar of bookmarks besides',
    perform: (page) => resizeWindow(page, { ...docked, below: 103 }),
  },
  { title: 'both closed again', perform: (page) => resizeWindow(page, docked) },
  {
    title: 'a window drawn to the whole screen',
    perform: (page) => resizeWindow(page, { ...docked, width: 1920, height: 1040 }),
  },
  {
    title: 'a window snapped to half of it',
    perform: (page) => resizeWindow(page, { ...docked, width: 960, height: 1040 }),
  },
  {
    title: 'a screen that is turned',
    perform: (page) => resizeWindow(page, { ...docked, width: 1040, height: 960 }),
  },
  {
    title: 'a move to a finer screen',
    perform: (page) => resizeWindow(page, { ...docked, zoom: 1.5, width: 1400, height: 900 }),
  },
  {
    title: 'a full screen without bars',
    perform: (page) =>
      resizeWindow(page, { ...docked, zoom: 1.5, width: 1920, height: 1080, below: -85 }),
  },
  {
    title: 'an outside that is drawn ahead of the inside',
    perform: (page) =>
      resizeWindow(
        page,
        { ...docked, zoom: 1.5, width: 1600, height: 900, right: 700 },
        { ...docked, zoom: 1.5, width: 1600, height: 900 },
      ),
  },
]

const focusChanges: readonly HarmlessAction[] = [
  { title: 'a blur of 300 ms', perform: (page) => glance(page, glanceMs, 1) },
  { title: 'five glances in a row', perform: (page) => glance(page, glanceMs, 5) },
  {
    title: 'a blur while the page keeps the focus',
    perform: (page) => blur(page, false).then(() => page.waitForTimeout(absenceMs)),
  },
  { title: 'a change of visibility to visible', perform: show },
  { title: 'a focus without a blur', perform: focus },
  {
    title: 'a mouse that leaves the window',
    perform: (page) => page.evaluate(() => document.dispatchEvent(new MouseEvent('mouseleave'))),
  },
  {
    title: 'a keyboard on the screen, a pinch',
    perform: (page) =>
      page.evaluate(() => window.visualViewport?.dispatchEvent(new Event('resize'))),
  },
  {
    title: 'a page that is printed',
    perform: (page) =>
      page.evaluate(() => {
        for (const name of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(name))
      }),
  },
  { title: 'another colour scheme', perform: (page) => page.emulateMedia({ colorScheme: 'dark' }) },
  { title: 'keys that do nothing', perform: (page) => page.keyboard.press('Control+c') },
  {
    title: 'a right click',
    perform: (page) => page.locator('#question-text').click({ button: 'right' }),
  },
  {
    title: 'the Tab key all the way round',
    perform: async (page) => {
      for (let n = 0; n < 8; n++) await page.keyboard.press('Tab')
    },
  },
  {
    title: 'a net that goes and comes',
    perform: (page) =>
      page.evaluate(() => {
        for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name))
      }),
  },
]

async function openQuiz(page: Page, testApp: ListeningTestApp, integrityMode: IntegrityMode) {
  const exam = { title: 'Node JS', questions: createQuestions(2), integrityMode }
  const { admin, testId } = await openNewQuiz(page, testApp, exam)
  const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
  return {
    status: async () => (await getOnlyAttempt(admin, testId))?.status,
    violations: async () => {
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.flatMap(({ kind }) => (isViolation(kind, 'strict') ? kind : []))
    },
  }
}

// The watchers know no mode; core/quiz-session decides what a mode makes of an event.
for (const { what, actions, tag } of [
  { what: 'the window', actions: windowChanges, tag: ['@long'] },
  { what: 'the focus', actions: focusChanges, tag: [] },
]) {
  test(`${actions.length} harmless changes of ${what} are not counted`, { tag }, async ({
    page,
    testApp,
    complaints,
  }) => {
    await fakeWindow(page, docked)
    const { status, violations } = await openQuiz(page, testApp, 'strict')
    for (const { title, perform } of actions) {
      await perform(page)
      await page.waitForTimeout(settledMs)
      expect(await violations(), title).toEqual([])
    }
    await page.waitForTimeout(absenceMs)
    expect(await violations()).toEqual([])
    expect(await status()).toBe('In progress')
    await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
    complaints.length = 0
  })
}

test('the app’s own dialog takes the focus, which is not counted', async ({ page, testApp }) => {
  const { violations } = await openQuiz(page, testApp, 'strict')
  await page.goBack()
  const stay = page.getByRole('button', { name: 'Stay in the quiz' })
  await expect(stay).toBeFocused()
  await blur(page, true)
  await page.waitForTimeout(absenceMs)
  await focus(page)
  await stay.click()
  await expect(stay).toBeHidden()
  expect(await violations()).toEqual([])
})

test('one phone call that hides the page is timed in warn mode, and submits nothing', async ({
  page,
  testApp,
}) => {
  const { status, violations } = await openQuiz(page, testApp, 'warn')
  await blur(page, true)
  await expect.poll(violations).toEqual(['blur'])
  await hide(page)
  await page.waitForTimeout(absenceMs)
  expect(await violations(), 'one absence is one event').toEqual(['blur'])
  await focus(page)
  await page.waitForTimeout(settledMs)
  expect(await status()).toBe('In progress')
})

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  test.use(phone)

  test('an on-screen keyboard and a rotation are not counted', async ({ page, testApp }) => {
    await fakeWindow(page, { width: 412, height: 839 })
    const { status, violations } = await openQuiz(page, testApp, 'strict')
    for (const windowState of [
      { width: 412, height: 839, below: 320 },
      { width: 839, height: 412 },
      { width: 839, height: 412, below: 200 },
      { width: 412, height: 839, below: 60 },
    ]) {
      await resizeWindow(page, windowState)
      await page.waitForTimeout(settledMs)
    }
    expect(await violations()).toEqual([])
    expect(await status()).toBe('In progress')
  })
})

async function zoomInSteps(page: Page, zooms: readonly number[], engine?: WindowState['engine']) {
  for (const zoom of zooms) {
    await resizeWindow(page, { ...docked, zoom, ...(engine && { engine }) })
    await page.waitForTimeout(settledMs)
  }
}
