import type { Page } from '@playwright/test'
import { updateExam } from '#contract/exams.ts'
import { listAttemptEvents } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, expectAccessible, type ListeningTestApp, test } from './fixtures.ts'
import { getOnlyAttempt, logIn } from './student-actions.ts'

const hourMs = 3_600_000
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Node JS' })
const getCheck = (page: Page, name: string) =>
  getDialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

const notices = {
  strict: 'A quiz ends at once, and what you have answered is submitted, if you leave its window.',
  warn: 'You are warned twice if you leave the window of a quiz.',
  observe: 'Leaving the window of a quiz does not end it, but your trainer sees it.',
} as const

async function openPreflightDialog(
  page: Page,
  testApp: ListeningTestApp,
  integrityMode: IntegrityMode = 'strict',
) {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', duration: 30, questions: createQuestions(2), integrityMode }
  const { _id } = await createReleasedExam(admin, exam)
  await logIn(page, await createStudent(testApp, 'Priya Nair', { extra_time_percent: 25 }))
  await expect(page.getByRole('region', { name: 'Before you start a quiz' })).toContainText(
    notices[integrityMode],
  )
  await page.getByRole('button', { name: 'Start Node JS' }).click()
  await expect(getDialog(page)).toBeVisible()
  return { admin, testId: _id }
}

const rules = [
  ['strict', 'This ends the quiz at once'],
  ['warn', 'This gives a warning, the third one ends the quiz'],
  ['observe', 'This is noted'],
] as const

for (const [mode, rule] of rules) {
  test(`the rules of a ${mode} exam are shown before its clock runs`, {
    tag: mode === 'strict' ? [] : '@long',
  }, async ({ page, testApp }) => {
    await openPreflightDialog(page, testApp, mode)
    const dialog = getDialog(page)
    await expect(dialog).toContainText('2 questions, 30 mins, with your extra time 37 min 30 s')
    await expect(dialog.getByRole('region', { name: rule })).toContainText('developer tools')
    await expect(dialog).toContainText('This is your only attempt left.')
    await expect(dialog.getByText('All checks are fine')).toBeVisible()
    for (const size of [
      { width: 390, height: 800 },
      { width: 1366, height: 641 },
    ]) {
      await page.setViewportSize(size)
      for (const text of ['The back button', 'Full screen', 'Start the quiz'])
        await expect(dialog.getByText(text).first()).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByText('All checks are fine')).toBeInViewport({ ratio: 1 })
    }
    await dialog.getByText('Show').click()
    for (const name of ['Connection', 'Clock', 'Window', 'Zoom']) {
      await expect(getCheck(page, name)).toContainText('Ready')
    }
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Start Node JS' })).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Start the quiz' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  })
}

test('a wrong clock, a docked panel and a slow connection are reported, and block nobody', async ({
  page,
  testApp,
}) => {
  await page.addInitScript((offMs) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + offMs
    Object.defineProperty(window, 'outerWidth', { get: () => window.innerWidth + 300 })
  }, 2 * hourMs)
  await page.route('**/api/students/clock', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    await route.continue()
  })
  const { admin, testId } = await openPreflightDialog(page, testApp)
  await expect(getCheck(page, 'Window')).toContainText('Something is docked')
  await expect(getCheck(page, 'Window')).toContainText('Noted at the start')
  await expect(getCheck(page, 'Connection')).toContainText(/Slow: \d+\ss to the server and back\./)
  await expect(getCheck(page, 'Clock')).toContainText('clock is 2 h fast')
  await expect(getCheck(page, 'Clock')).toContainText('Harmless')
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  const attempt = await getOnlyAttempt(admin, testId)
  const params = { attemptId: attempt?._id ?? '' }
  const { json: events } = await admin.request(listAttemptEvents, { params })
  expect(events).toMatchObject([{ kind: 'window-gap' }])
})

test('only an unreachable server blocks the start', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  await context.route('**/api/students/clock', (route) => route.abort('connectionrefused'))
  await openPreflightDialog(page, testApp)
  await expect(getCheck(page, 'Connection')).toContainText('Offline')
  await expect(getDialog(page).getByRole('alert')).toContainText('We cannot reach the exam server.')
  const start = page.getByRole('button', { name: 'Start the quiz' })
  await expect(start).toBeDisabled()
  await context.unroute('**/api/students/clock')
  await expect(getDialog(page).getByText('All checks are fine')).toBeVisible()
  await start.click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  complaints.length = 0
})

test('a network lost while the dialog is open is not reported as fine', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  await openPreflightDialog(page, testApp)
  const allFine = getDialog(page).getByText('All checks are fine')
  await expect(allFine).toBeVisible()
  await context.setOffline(true)
  await expect(getCheck(page, 'Connection')).toContainText('Offline')
  await expect(allFine).toBeHidden()
  await context.setOffline(false)
  await expect(allFine).toBeVisible()

  // A server that is gone sends no event: the press tells.
  await context.route('**/api/students/**', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(getCheck(page, 'Connection')).toContainText('Offline')
  await context.unroute('**/api/students/**')
  await expect(allFine).toBeVisible()
  await expect(getDialog(page).getByRole('alert')).toContainText('the quiz has not started')
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  complaints.length = 0
})

test('a test withdrawn between click and start says so', async ({ page, testApp, complaints }) => {
  const { admin, testId } = await openPreflightDialog(page, testApp)
  await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(getDialog(page).getByRole('alert')).toContainText('has just been withdrawn')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 404/)])
  await expect(page.getByRole('button', { name: 'Start the quiz' })).toBeDisabled()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('No tests available.')).toBeVisible()
})

test('the page behind the dialog stays where it is', async ({ page, testApp }) => {
  await openPreflightDialog(page, testApp)
  const heading = page.locator('h1')
  const open = await heading.boundingBox()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(getDialog(page)).toBeHidden()
  expect(await heading.boundingBox()).toEqual(open)
})
