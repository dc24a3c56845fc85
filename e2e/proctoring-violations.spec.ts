import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { listAttemptEvents } from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { blurToleranceMs, mergeWindowMs } from '#core/proctoring/policy.ts'
import { createQuestions } from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, openNewQuiz } from './student-actions.ts'
import { blur, fakeWindow, focus, hide, resizeWindow, show } from './window-actions.ts'

/** One question is answered, and the next one chosen but not submitted. */
async function openSecondQuestion(
  page: Page,
  testApp: ListeningTestApp,
  integrityMode: IntegrityMode = 'strict',
) {
  const { admin, testId } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    questions: createQuestions(4),
    integrityMode,
  })
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  await choose(page, /right/)
  return {
    getAttempt: () => getOnlyAttempt(admin, testId),
    listEventKinds: async () => {
      const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.map(({ kind }) => kind)
    },
    getDuration: async (kind: EventKind) => {
      const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.find((event) => event.kind === kind)?.durationMs ?? 0
    },
  }
}

const getSubmittedHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Your quiz was submitted' })

test('a hidden tab submits at once, with the chosen answer', async ({ page, testApp }) => {
  const { getAttempt, listEventKinds, getDuration } = await openSecondQuestion(page, testApp)
  await hide(page)
  await expect(getSubmittedHeading(page)).toBeVisible()
  await expect(page.getByText('your 2 answers were sent')).toBeVisible()
  await expect(page.getByText('Auto submission', { exact: true })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Auto submission' })
  expect(await listEventKinds()).toEqual(['hidden'])
  await show(page)
  await expect.poll(() => getDuration('hidden'), 'how long is told on return').toBeGreaterThan(0)
  await expect(page, 'after three seconds').toHaveURL('/student/studentpanel')
})

test('a tab hidden and closed offline is reported on the next contact, with the answers', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const { getAttempt, listEventKinds } = await openSecondQuestion(page, testApp)
  const path = new URL(page.url()).pathname
  await context.setOffline(true)
  await hide(page)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.close()
  expect(await getAttempt()).toMatchObject({ status: 'In progress' })
  await context.setOffline(false)

  const next = await context.newPage()
  await next.goto(path)
  await expect(next.getByRole('radiogroup', { name: 'Options' })).toHaveCount(0)
  await expect.poll(getAttempt).toMatchObject({ score: 2, finishReason: 'Auto submission' })
  expect(await listEventKinds()).toContain('hidden')
  complaints.length = 0
})

test('a second device is reported on both screens', async ({ page, browser, testApp }) => {
  const { admin, testId, student } = await openNewQuiz(page, testApp, {
    title: 'Node JS',
    questions: createQuestions(4),
    integrityMode: 'observe',
  })
  const path = new URL(page.url())
  const context = await browser.newContext({ userAgent: 'Chrome/140.0 (Windows NT 10.0)' })
  const other = await context.newPage()
  await logIn(other, student, path.origin)
  await other.goto(path.href)
  const firstQuestion = await page.locator('#question-text').innerText()
  await answer(other, 1, /right/)
  for (const device of [page, other]) {
    await show(device)
    await expect(device.getByText('Also open on another device.')).toBeVisible()
  }
  await expect(page.locator('#question-text')).not.toHaveText(firstQuestion)
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
  const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
  expect(json.map(({ kind }) => kind).sort()).toEqual(['other-device', 'resume'])
  await context.close()
})

test('a window without focus submits, but a glance away does not', async ({ page, testApp }) => {
  const { getAttempt } = await openSecondQuestion(page, testApp)
  await blur(page, false)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
  await blur(page, true)
  await expect(getSubmittedHeading(page)).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Auto submission' })
})

test('developer tools submit, but a panel docked before the start does not', async ({
  page,
  testApp,
}) => {
  await fakeWindow(page, { right: 300 })
  const { getAttempt } = await openSecondQuestion(page, testApp)
  await resizeWindow(page, { right: 300 })
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  await resizeWindow(page, { right: 461 })
  await expect(getSubmittedHeading(page)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Something opened beside the page, so the quiz ended')
  await expect(main).not.toContainText(/developer tools/i)
  expect(await getAttempt()).toMatchObject({ finishReason: 'Developer tools opened' })
})

test('the back button asks before it submits', async ({ page, testApp }) => {
  const { getAttempt } = await openSecondQuestion(page, testApp)
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leaving will auto-submit your quiz. Continue?' })
  await expect(dialog).toContainText('1 of 4 questions are answered.')
  const stay = dialog.getByRole('button', { name: 'Stay in the quiz' })
  await expect(stay).toBeFocused()
  await stay.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()

  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave and submit' }).click()
  await expect(getSubmittedHeading(page)).toBeVisible()
  await expect(page.getByText('User pressed back button', { exact: true })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'User pressed back button' })
})

test('a refresh submits, and says so afterwards', async ({ page, testApp, complaints }) => {
  const { getAttempt, listEventKinds } = await openSecondQuestion(page, testApp)
  const dialogEvent = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  expect((await dialogEvent).type()).toBe('beforeunload')
  await (await dialogEvent).dismiss()
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()
  await page.waitForTimeout(blurToleranceMs + 200)
  expect(await listEventKinds(), 'asking and staying count nothing').toEqual([])
  await page.reload()
  await expect(page.getByText('Page refreshed or closed', { exact: true })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Page refreshed or closed' })
  complaints.length = 0
})

test('blocked keys and the menu do nothing, say so, and are recorded', async ({
  page,
  testApp,
}) => {
  const { getAttempt, listEventKinds } = await openSecondQuestion(page, testApp)
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copying is switched off during the quiz.')).toBeVisible()
  await expect(page.getByText('Nothing was submitted. You can go on.')).toBeVisible()
  await page.keyboard.press('F5')
  await expect(page.getByText('Reloading is switched off during the quiz.')).toBeVisible()
  await page.locator('#question-text').click({ button: 'right' })
  await expect(page.getByText('The context menu is switched off')).toBeVisible()
  await page.evaluate(() => {
    const press = { key: 'ि', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', press))
  })
  await expect(page.getByText('Searching the page is switched off')).toBeVisible()
  const kinds = ['blocked-key', 'blocked-key', 'context-menu', 'blocked-key']
  await expect.poll(listEventKinds).toEqual(kinds)
  expect(await getAttempt()).toMatchObject({ status: 'In progress' })
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()
})

test('letters choose an option, and Enter submits once, wherever the focus is', async ({
  page,
  testApp,
}) => {
  const { listEventKinds } = await openSecondQuestion(page, testApp)
  await page.getByRole('button', { name: 'Hide the time' }).focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
  await page.evaluate(() => {
    const press = { key: 'ф', code: 'KeyA', bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', press))
  })
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer 2 saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('checkbox', { name: 'Letter keys' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
  await choose(page, /right/)
  await page.goBack()
  const stay = page.getByRole('button', { name: 'Stay in the quiz' })
  await expect(stay).toBeFocused()
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  await expect(stay).toBeHidden()
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()
  expect(await listEventKinds()).toEqual([])
})

test('in warn mode a warning waits until it is read, and the third violation ends the attempt', async ({
  page,
  testApp,
  complaints,
}) => {
  const { getAttempt } = await openSecondQuestion(page, testApp, 'warn')
  const warning = page.getByRole('alertdialog')
  const understand = warning.getByRole('button', { name: 'I understand' })
  await blur(page, true)
  await page.waitForTimeout(blurToleranceMs + 300)
  await expect(warning, 'not while the student is away').toBeHidden()
  await focus(page)
  await expect(warning).toHaveAccessibleName('Another window was in front of the quiz')
  await expect(warning.getByText('Warning 1 of 2')).toBeVisible()
  await expect(understand).toBeFocused()
  for (const key of ['Escape', 'Tab', 'Shift+Tab', 'b']) await page.keyboard.press(key)
  await expect(understand).toBeFocused()
  await expect(page.getByText('1 of 2 warnings')).toBeHidden()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await understand.click()
  await expect(warning).toBeHidden()
  await expect(page.getByText('1 of 2 warnings')).toBeVisible()
  await expect(page.getByRole('radio', { name: /right/ })).toBeChecked()
  await page.goBack()
  await expect(warning).toHaveAccessibleName('The back button was pressed')
  await page.reload()
  await expect(warning, 'also after a reload').toContainText('Warning 2 of 2')
  await expect(page.getByText('1 of 2 warnings')).toBeVisible()
  await understand.click()
  await expect(page.getByText('2 of 2 warnings')).toBeVisible()
  await choose(page, /right/)
  await page.waitForTimeout(mergeWindowMs + 100)
  await hide(page)
  await expect(getSubmittedHeading(page)).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Auto submission' })
  complaints.length = 0
})

test('in warn mode every kind of absence is counted and timed, and the third ends the attempt', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  await fakeWindow(page)
  const { getAttempt, listEventKinds, getDuration } = await openSecondQuestion(
    page,
    testApp,
    'warn',
  )
  const understand = page.getByRole('button', { name: 'I understand' })
  await blur(page, true)
  await page.waitForTimeout(blurToleranceMs + 100)
  await focus(page)
  await expect.poll(() => getDuration('blur')).toBeGreaterThan(500)
  await understand.click()
  await page.waitForTimeout(mergeWindowMs)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  await understand.click()
  const kinds = ['blur', 'warning-read', 'refresh', 'warning-read']
  await expect.poll(listEventKinds).toEqual(kinds)
  await choose(page, /right/)
  await resizeWindow(page, { right: 400 })
  await expect(getSubmittedHeading(page)).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Developer tools opened' })
  complaints.length = 0
})

test('in observe mode nothing ends the attempt and everything is recorded', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  await fakeWindow(page)
  const { getAttempt, listEventKinds, getDuration } = await openSecondQuestion(
    page,
    testApp,
    'observe',
  )
  await blur(page, true)
  await expect.poll(listEventKinds).toEqual(['blur'])
  await focus(page)
  await hide(page)
  await show(page)
  await resizeWindow(page, { right: 400 })
  await expect.poll(listEventKinds).toEqual(['blur', 'hidden', 'devtools'])
  await resizeWindow(page)
  await expect.poll(() => getDuration('devtools')).toBeGreaterThan(0)
  await page.keyboard.press('F12')
  await expect.poll(listEventKinds).toContain('blocked-key')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: /^Resume/ }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  expect(new Set(await listEventKinds())).toEqual(
    new Set(['blur', 'hidden', 'devtools', 'blocked-key', 'refresh', 'back']),
  )
  expect(await getAttempt()).toMatchObject({ status: 'In progress' })
  complaints.length = 0
})
