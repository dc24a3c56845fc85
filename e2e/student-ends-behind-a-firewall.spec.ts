import type { Page } from '@playwright/test'
import { studentLogin } from '#contract/accounts.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answerFirstCalls, foreignReplies, pressUntil, readAlong } from './foreign-replies.ts'
import { answer, choose, getOnlyAttempt, logIn, start } from './student-actions.ts'

type Foreign = { readonly body: string; readonly times: number }

const title = 'Node JS'
const minute = 60_000
const newPassword = 'three green parrots'

/** A quiz of 30 minutes whose first question is answered. */
async function startQuiz(page: Page, testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, {
    title,
    duration: 30,
    questions: createQuestions(3),
    integrityMode: 'observe',
  })
  const reading = await readAlong(page)
  // Each pause between two tries ends when the browser says that it is online again.
  await page.addInitScript(() => {
    setInterval(() => navigator.onLine && window.dispatchEvent(new Event('online')), 300)
  })
  await logIn(page, await createStudent(testApp))
  await start(page, title)
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  return { reading, getAttempt: () => getOnlyAttempt(admin, exam._id) }
}

const dispatchFocus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** The time runs out while something else answers. */
async function letTimeRunOut(page: Page, testApp: ListeningTestApp, { body, times }: Foreign) {
  const { reading, getAttempt } = await startQuiz(page, testApp)
  // A busy machine may need all of the 6 s that are left.
  await choose(page, /right/)
  testApp.advanceClock(29.9 * minute)
  await dispatchFocus(page)
  await expect(page.getByText('submitted automatically when the time ends')).toBeVisible()
  const calls = await answerFirstCalls(page, body, times)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(calls.listAnswered()).toContain('finishExpiredQuiz')
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Time expired' })
  await reading.expectNoRawError()
}

/** An answer waits on the device past the end. */
async function sendLate(page: Page, testApp: ListeningTestApp, { body, times }: Foreign) {
  const { reading, getAttempt } = await startQuiz(page, testApp)
  testApp.advanceClock(30 * minute - 15_000)
  await dispatchFocus(page)
  await expect(page.getByText('submitted automatically when the time ends')).toBeVisible()
  await page.context().setOffline(true)
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  testApp.advanceClock(minute)
  const calls = await answerFirstCalls(page, body, times)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(page.getByText('1 answer kept as late')).toBeVisible()
  expect(calls.listAnswered()).toContain('sendLateAnswers')
  const counted = { score: 1, finishReason: 'Time expired', lateAnswers: 1 }
  expect(await getAttempt()).toMatchObject(counted)
  await reading.expectNoRawError()
}

async function changePassword(page: Page, testApp: ListeningTestApp, { body, times }: Foreign) {
  const { email } = await createStudent(testApp)
  const reading = await readAlong(page)
  const calls = await answerFirstCalls(page, body, times)
  await page.goto('/student/changePassword')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Old password').fill(studentPassword)
  await page.getByLabel('New password').fill(newPassword)
  const done = page.getByText('Password updated successfully.').first()
  await pressUntil(page, /^Change password$/, async () => {
    const isDone = (await done.isVisible()) || page.url().endsWith('/student/studentpanel')
    if (isDone) expect(calls.listAnswered()).toContain('changePassword')
    return isDone
  })
  await expect(page).toHaveURL('/student/studentpanel')
  await expect(page.getByText('Hello, Priya')).toBeVisible()
  const { status } = await testApp
    .createClient()
    .request(studentLogin, { body: { email, password: newPassword } })
  expect(status).toBe(200)
  await reading.expectNoRawError()
}

const acts = [
  { name: 'the end of the time', play: letTimeRunOut },
  { name: 'what arrives too late', play: sendLate },
  { name: 'a change of password', play: changePassword },
]

// Going offline, and a visitor who asks for who is logged in, are logged by the browser.
test.afterEach(({ complaints }) => {
  const errors = complaints.filter((line) => !line.startsWith('Failed to load resource'))
  complaints.length = 0
  expect(errors).toEqual([])
})

for (const { name, play } of acts) {
  test(`${name} is decided by the server alone, whatever a firewall replies`, async ({
    page,
    testApp,
  }) => {
    await play(page, testApp, { body: foreignReplies['a message'], times: 1 })
  })

  for (const [reply, body] of Object.entries(foreignReplies)) {
    for (const times of [1, 2]) {
      const often = times === 1 ? 'once' : 'twice in a row'
      test(`${name} is decided by the server alone: ${reply}, ${often}`, { tag: '@long' }, async ({
        page,
        testApp,
      }) => {
        await play(page, testApp, { body, times })
      })
    }
  }
}
