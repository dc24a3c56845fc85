import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { studentLogin } from '#contract/accounts.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  createReleasedExam,
  createStudent,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import { findOneTimePassword, waitForEmails } from '#test/smtp-server.ts'
import type { TestClient } from '#test/test-app.ts'
import { expect, type ListeningTestApp } from './fixtures.ts'

/** Without the login screen, up to the panel. */
export async function logIn(page: Page, { email }: TestStudent, url = '') {
  const data = { email, password: studentPassword }
  await expect(await page.request.post(url + studentLogin.path, { data })).toBeOK()
  await page.goto(`${url}/student/studentpanel`)
}

export async function logInOnScreen(page: Page, { email }: TestStudent, url = '') {
  await page.goto(`${url}/student/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(studentPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${url}/student/studentpanel`)
}

/** After a crash a browser may have lost the session, but not the path it was on. */
export async function reopenAfterCrash(
  page: Page,
  url: string,
  path: string,
  { email }: TestStudent,
) {
  await page.goto(url + path)
  const isLoggedOut = await Promise.race([
    page.waitForURL(/student\/login/).then(() => true),
    page
      .getByRole('timer')
      .waitFor()
      .then(() => false),
  ])
  if (!isLoggedOut) return
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(studentPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

export async function start(page: Page, title: string) {
  await page.getByRole('button', { name: `Start ${title}` }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Options' })).toBeVisible()
}

/** A student of a new institute who has started its only test. */
export async function openNewQuiz(
  page: Page,
  testApp: ListeningTestApp,
  exam: Parameters<typeof createReleasedExam>[1],
) {
  const admin = await testApp.createAdmin()
  const { _id: testId, title } = await createReleasedExam(admin, exam)
  const student = await createStudent(testApp)
  await logIn(page, student)
  await start(page, title)
  return { admin, testId, student }
}

/** Chooses an option by its text, and waits until the server has it. */
export async function answer(page: Page, number: number, option: RegExp) {
  await choose(page, option)
  await page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
  await expect(page.getByText(`Answer ${number} saved`)).toBeVisible()
}

export async function choose(page: Page, option: RegExp) {
  await page.getByRole('radio', { name: option }).check()
}

/** A test's only attempt, as an admin sees it. */
export async function getOnlyAttempt(admin: TestClient, testId: string) {
  const { json } = await admin.request(listExamAttempts, { params: { testId } })
  expect(json).toHaveLength(1)
  return json[0]
}

/** The email waits as a file, since no mail server is set up. */
export async function readMailedPassword({ outboxFolder }: ListeningTestApp, address: string) {
  const listFiles = () =>
    existsSync(outboxFolder)
      ? readdirSync(outboxFolder).filter((name) => name.endsWith('.eml'))
      : []
  await expect.poll(listFiles).toHaveLength(1)
  const received = await Promise.all(
    listFiles().map((name) => simpleParser(readFileSync(join(outboxFolder, name)))),
  )
  const [receivedEmail] = await waitForEmails({ received }, address)
  return findOneTimePassword(receivedEmail)
}
