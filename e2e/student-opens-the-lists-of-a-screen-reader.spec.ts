import type { Page } from '@playwright/test'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { updateStudent } from '#contract/students.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { getOnlyAttempt, logIn, start } from './student-actions.ts'
import { blur, focus, hide, show } from './window-actions.ts'

const title = 'Node JS'

async function openPanel(page: Page, testApp: ListeningTestApp, integrityMode: IntegrityMode) {
  const admin = await testApp.createAdmin()
  const exam = { title, questions: createQuestions(2), integrityMode }
  const { _id: testId } = await createReleasedExam(admin, exam)
  const student = await createStudent(testApp)
  const params = { id: student.id }
  await admin.request(updateStudent, { params, body: { assistiveTools: true } })
  await page.clock.install()
  await logIn(page, student)
  return {
    finishReason: async () => (await getOnlyAttempt(admin, testId))?.finishReason,
    events: async () => {
      const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.map(({ kind }) => kind)
    },
  }
}

async function leaveWindow(page: Page, ms: number) {
  await blur(page, true)
  await page.clock.runFor(ms)
  await focus(page)
}

for (const integrityMode of ['strict', 'warn'] as const) {
  test(`19 seconds in another window are recorded in ${integrityMode} mode, and do not count`, async ({
    page,
    testApp,
  }) => {
    const { finishReason, events } = await openPanel(page, testApp, integrityMode)
    await page.getByRole('button', { name: `Start ${title}` }).click()
    await expect(page.getByText(/leaving this window for less than 20 seconds/)).toBeVisible()
    await expect(page.getByText(/another window for 20 seconds or longer/)).toBeVisible()
    await page.getByRole('button', { name: 'Start the quiz' }).click()
    await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
    for (const ms of [300, 3_000, 19_400]) await leaveWindow(page, ms)
    await expect.poll(events).toEqual(['short-blur', 'short-blur'])
    expect(await finishReason()).toBe(null)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
}

test('20 seconds in another window end a strict quiz', async ({ page, testApp }) => {
  const { finishReason, events } = await openPanel(page, testApp, 'strict')
  await start(page, title)
  await blur(page, true)
  await page.clock.runFor(19_500)
  expect(await finishReason()).toBe(null)
  await page.clock.runFor(700)
  await expect.poll(finishReason).toBe('Auto submission')
  expect((await events())[0]).toBe('blur')
})

test('a page that is hidden while the window is left ends a strict quiz', async ({
  page,
  testApp,
}) => {
  const { finishReason, events } = await openPanel(page, testApp, 'strict')
  await start(page, title)
  await blur(page, true)
  await page.clock.runFor(2_000)
  await hide(page)
  await expect.poll(finishReason).toBe('Auto submission')
  await show(page)
  expect(await events()).toEqual(['hidden'])
})

test('the practice room applies the same rule', async ({ page, testApp }) => {
  await openPanel(page, testApp, 'strict')
  await page.goto('/student/practice')
  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
  await leaveWindow(page, 5_000)
  await page.clock.runFor(1_000)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await leaveWindow(page, 21_000)
  await expect(page.getByRole('alertdialog')).toBeVisible()
})
