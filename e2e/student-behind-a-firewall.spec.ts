import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { beginTotp, turnOnTotp } from '#contract/second-factor.ts'
import { serverHeader } from '#contract/server-header.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answerFirstCalls, foreignReplies, pressUntil, readAlong } from './foreign-replies.ts'
import { answer, choose, getOnlyAttempt, logIn, logInOnScreen, start } from './student-actions.ts'
import { hide, show } from './window-actions.ts'

type Foreign = { readonly body: string; readonly times: number }

const questionCount = 3

async function logInAs(page: Page, path: string, email: string, password: string) {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function prepare(page: Page, testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, {
    title: 'Node JS',
    questions: createQuestions(questionCount),
    integrityMode: 'warn',
  })
  const student = await createStudent(testApp)
  const getAttempt = () => getOnlyAttempt(admin, exam._id)
  return { student, getAttempt, reading: await readAlong(page) }
}

type Prepared = Awaited<ReturnType<typeof prepare>>
type Calls = Awaited<ReturnType<typeof answerFirstCalls>>

/** From the login to the first question. */
async function enterQuiz(page: Page, { student }: Prepared) {
  await logInAs(page, '/student/login', student.email, studentPassword)
  await pressUntil(page, /^Login$/, async () => page.url().endsWith('/student/studentpanel'))
  const start = page.getByRole('button', { name: 'Start Node JS' })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click()
    await expect(start).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await start.click()
  await pressUntil(page, /^Start the quiz$/, async () => page.url().includes('/student/quiz/'))
}

/** The questions, with a warning after the first one, and the end. */
async function answerAll(page: Page, calls: Calls, { getAttempt, reading }: Prepared) {
  const options = page.getByRole('radiogroup', { name: 'Options' })
  for (let number = 1; number < questionCount; number += 1) {
    await choose(page, /right/)
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(
      page.getByRole('heading', { name: `Question ${number + 1} of ${questionCount}` }),
    ).toBeVisible()
    const isCalledSaved = await page.getByText(`Answer ${number} saved`).isVisible()
    const saved = calls.countSaved()
    if (isCalledSaved) expect(saved, `answer ${number} is saved`).toBeGreaterThanOrEqual(number)
    if (number > 1) continue
    await hide(page)
    await show(page)
    await page.getByRole('button', { name: 'I understand' }).click()
  }
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const quizCalls = ['submitAnswer', 'getAttemptClock', 'reportEvent', 'acknowledgeWarning']
  await expect.poll(calls.listAnswered).toEqual(expect.arrayContaining(quizCalls))
  await expect.poll(calls.countSaved).toBe(questionCount - 1)
  expect(await getAttempt()).toMatchObject({ finishReason: null })
  await expect(options).toBeVisible()

  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(calls.listAnswered()).toContain('finishQuiz')
  expect(await getAttempt()).toMatchObject({ score: questionCount, finishReason: 'Completed' })
  await reading.expectNoRawError()
}

/** Both steps of a login of staff. */
async function logInAsStaff(page: Page, testApp: ListeningTestApp, { body, times }: Foreign) {
  const admin = await testApp.createAdmin()
  const { json } = await admin.request(beginTotp)
  const totp = new TOTP({ secret: Secret.fromBase32(json.key) })
  const generateCode = () => totp.generate({ timestamp: testApp.deps.now() })
  await admin.request(turnOnTotp, { body: { code: generateCode() } })
  testApp.advanceClock(60_000)
  const reading = await readAlong(page)
  const calls = await answerFirstCalls(page, body, times)

  await logInAs(page, '/admin/login', adminEmail, adminPassword)
  const code = page.getByLabel('Six digits of your authenticator app')
  await pressUntil(page, /^Login$/, () => code.isVisible())
  await code.fill(generateCode())
  await pressUntil(page, /^Login$/, async () => page.url().endsWith('/admin/home'))
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
  expect(calls.listAnswered()).toEqual(
    expect.arrayContaining(['adminLogin', 'logInWithSecondFactor', 'checkToken']),
  )
  await reading.expectNoRawError()
}

// A visitor who asks for who is logged in is refused, which the browser logs.
test.afterEach(({ complaints }) => {
  const errors = complaints.filter((line) => !line.startsWith('Failed to load resource'))
  complaints.length = 0
  expect(errors).toEqual([])
})

test('a firewall that answers each call of a quiz twice loses no answer and ends no quiz', async ({
  page,
  testApp,
}) => {
  const prepared = await prepare(page, testApp)
  await logIn(page, prepared.student)
  await start(page, 'Node JS')
  const calls = await answerFirstCalls(page, foreignReplies['a support id'], 2)
  await answerAll(page, calls, prepared)
})

test('a quiz works in a network that strips the server’s header', async ({ page, testApp }) => {
  const { student, getAttempt, reading } = await prepare(page, testApp)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => null)
    if (!response) return route.abort()
    const { [serverHeader]: _, ...headers } = response.headers()
    return route.fulfill({ response, headers }).catch(() => undefined)
  })
  await logInOnScreen(page, student)
  await start(page, 'Node JS')
  for (let number = 1; number < questionCount; number += 1) {
    await answer(page, number, /right/)
    await expect(
      page.getByRole('heading', { name: `Question ${number + 1} of ${questionCount}` }),
    ).toBeVisible()
  }
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: questionCount, finishReason: 'Completed' })
  await page.goto('/student/studentpanel')
  await expect(page.getByRole('row', { name: /Node JS/ })).toContainText('Completed')
  await reading.expectNoRawError()
})

const refusals = [
  { status: 502, sentence: 'We cannot reach the exam server. Nothing is wrong with your device.' },
  { status: 403, sentence: 'Something between you and the server refused this (403), a firewall' },
]
for (const { status, sentence } of refusals) {
  test(`an answer refused by a firewall with ${status} waits, and the screen says why`, async ({
    page,
    testApp,
  }) => {
    const prepared = await prepare(page, testApp)
    await logIn(page, prepared.student)
    await start(page, 'Node JS')
    const body = '{"message":"no Route matched with those values"}'
    await page.route('**/submit-answer/**', (route) => route.fulfill({ status, body }))
    await choose(page, /right/)
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('no Route matched')).toBeHidden()
    await page.unroute('**/submit-answer/**')
    await expect(page.getByText('Answer 1 saved')).toBeVisible()
  })
}

test('a staff login answered by a firewall fails', async ({ page, testApp }) => {
  await logInAsStaff(page, testApp, { body: foreignReplies['a message'], times: 1 })
})

for (const [name, body] of Object.entries(foreignReplies)) {
  for (const times of [1, 2]) {
    const often = times === 1 ? 'once' : 'twice in a row'
    test(`no step of a quiz believes ${name}, ${often}`, { tag: '@long' }, async ({
      page,
      testApp,
    }) => {
      const prepared = await prepare(page, testApp)
      const calls = await answerFirstCalls(page, body, times)
      await enterQuiz(page, prepared)
      await answerAll(page, calls, prepared)
      expect(calls.listAnswered()).toEqual(
        expect.arrayContaining([
          ...['studentLogin', 'checkToken', 'listExams', 'listOwnAttempts', 'getServerTime'],
          ...['startQuiz', 'getQuestions'],
        ]),
      )
    })

    test(`no step of a staff login believes ${name}, ${often}`, { tag: '@long' }, async ({
      page,
      testApp,
    }) => {
      await logInAsStaff(page, testApp, { body, times })
    })
  }
}
