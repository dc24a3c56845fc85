import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { releaseUndoMs } from '#core/grading/release.ts'
import { addPicture, fillStudentRegistration, priya } from '#test/registration-page.ts'
import { findOneTimePassword, startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import { adminPassword, createTestApp } from '#test/test-app.ts'

// As most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const ownPassword = 'a tram to kothrud'

test('an empty institute gets as far as a taken, marked and emailed test', async ({ browser }) => {
  const smtpServer = await startSmtpServer()
  let aheadMs = 0
  const testApp = await createTestApp({
    webFolder: resolve('build/client'),
    smtpUrl: smtpServer.url,
    now: () => Date.now() + aheadMs,
  })
  await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.fastify.server.address() as AddressInfo
  const baseURL = `http://127.0.0.1:${port}`
  await testApp.createAdmin()
  const admin = await (await browser.newContext({ baseURL })).newPage()
  const student = await (await browser.newContext({ baseURL })).newPage()

  await test.step('an admin writes a test with a snippet and a picture, and releases it', async () => {
    await admin.goto('/admin/login')
    await admin.getByLabel('Email').fill('admin@example.com')
    await admin.getByLabel('Password', { exact: true }).fill(adminPassword)
    await admin.getByRole('button', { name: 'Login' }).click()
    await expect(admin).toHaveURL('/admin/home')
    await admin.getByRole('link', { name: 'Create Test' }).click()
    await admin.getByLabel('Title', { exact: true }).fill('React JS')
    await admin.getByLabel('Duration (mins)').fill('30')
    await writeQuestion(admin, 1, 'What does `useState` return?', 'A pair')
    await admin.getByRole('button', { name: 'Add code snippet' }).first().click()
    await admin.getByLabel('Code snippet').fill('const [n, setN] = useState(0)')
    await admin.getByLabel('Image of the question', { exact: true }).setInputFiles({
      name: 'hook.png',
      mimeType: 'image/png',
      buffer: await createPicture(),
    })
    await admin.getByRole('button', { name: 'Add Another Question' }).click()
    await writeQuestion(admin, 2, 'What names an element of a list?', 'Its key')
    await admin.getByRole('button', { name: 'Create Test' }).click()
    await expect(admin.getByText('Test Created Successfully!')).toBeVisible()
    await admin.goto('/admin/home')
    await admin.getByRole('checkbox', { name: /React JS/ }).check()
    await expect(admin.getByText('Test released')).toBeVisible()
  })

  await test.step('a student registers with a picture and gets a one-time password', async () => {
    const fields = await fillStudentRegistration(student)
    await addPicture(student, fields.front, {
      name: 'aadhaar.png',
      mimeType: 'image/png',
      buffer: await createPicture(),
    })
    await fields.consent.check()
    await fields.register.click()
    await expect(student).toHaveURL('/student/login')
    const [receivedEmail] = await waitForEmails(smtpServer, priya.email)
    await student.getByLabel('Email').fill(priya.email)
    await student.getByLabel('Password', { exact: true }).fill(findOneTimePassword(receivedEmail))
    await student.getByRole('button', { name: 'Login' }).click()
    await expect(student).toHaveURL('/student/changePassword')
    await student.getByLabel('One-time password').fill(findOneTimePassword(receivedEmail))
    await student.getByLabel('New password').fill(ownPassword)
    await student
      .getByRole('button', { name: /password/i, disabled: false })
      .last()
      .click()
    await expect(student.getByText('Password updated successfully.').first()).toBeVisible()
    await expect(student).toHaveURL('/student/studentpanel')
  })

  await test.step('the student takes the test, one answer right and one wrong', async () => {
    await student.getByRole('button', { name: 'Start React JS' }).click()
    await student.getByRole('button', { name: 'Start the quiz' }).click()
    await expect(student.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
    await chooseAnswer(student)
    await student.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(student.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
    await chooseAnswer(student)
    await student.getByRole('button', { name: 'Finish Quiz' }).click()
    await expect(student.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  })

  await test.step('the admin releases the result, and the emails go out', async () => {
    await admin.goto('/admin/tests')
    await admin.getByRole('link', { name: /View Results/ }).click()
    await expect(admin.getByRole('row', { name: /Priya Nair/ })).toContainText('50%')
    await admin.getByRole('button', { name: 'Release Result' }).click()
    await expect(admin.getByRole('button', { name: 'Undo' })).toBeVisible()
    aheadMs += releaseUndoMs
    testApp.deps.mail.wake()
    await expect(admin.getByText('Result emails sent successfully. 1 of 1.').first()).toBeVisible()
  })

  await test.step('the student follows the email to the answer sheet', async () => {
    const receivedEmails = await waitForEmails(smtpServer, priya.email, 3)
    const result = receivedEmails.find(({ subject }) => subject === 'Your result: React JS')
    expect(result?.text).toContain('Score: 1 of 2')
    const path = /\/student\/result-detail\/[\w-]+/.exec(result?.text ?? '')?.[0] ?? ''
    await student.goto(path)
    await expect(student.getByText('Keep practicing!').first()).toBeVisible()
    await expect(student.getByText('Its key').first()).toBeVisible()
  })

  for (const page of [admin, student]) await page.context().close()
  await testApp.close()
  await smtpServer.close()
})

/** In either order: the question on `useState` is answered correctly, the other wrongly. */
async function chooseAnswer(page: Page) {
  const isOnState = (await page.locator('#question-text').innerText()).includes('useState')
  await page.getByRole('radio', { name: isOnState ? /A pair/ : /wrong 0/ }).check()
}

async function writeQuestion(page: Page, number: number, text: string, right: string) {
  const card = page.getByRole('region', { name: `Question ${number}` })
  await card.getByLabel('Question', { exact: true }).fill(text)
  for (const [place, receivedEmail] of ['A', 'B', 'C', 'D'].entries()) {
    const option = place === 0 ? right : `wrong ${place - 1}`
    await card
      .getByRole('textbox', { name: `Option ${receivedEmail}` })
      .first()
      .fill(option)
  }
  await card.getByRole('radio', { name: 'Option A is correct' }).first().check()
}

function createPicture() {
  return sharp({ create: { width: 120, height: 80, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}
