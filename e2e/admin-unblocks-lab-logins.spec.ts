import { resolve } from 'node:path'
import { studentLogin } from '#contract/accounts.ts'
import { createReleasedExam, createStudent } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleAndResponsive, test } from './fixtures.ts'

const labAddress = '203.0.113.24'

async function failLogin(testApp: TestApp, email: string, remoteAddress = labAddress) {
  await testApp.fastify.inject({
    method: 'POST',
    url: studentLogin.path,
    remoteAddress,
    payload: { email, password: 'wrong password' },
  })
}

test('an admin unblocks a lab whose logins are slowed down', async ({ browser }) => {
  const testApp = await createTestApp({
    webFolder: resolve('build/client'),
    limits: true,
    now: Date.now,
  })
  await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = testApp.fastify.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
  const page = await context.newPage()
  await createReleasedExam(await testApp.createAdmin())
  const names = ['Asha Thomas', 'Deepak Rawat', 'Joseph D’Souza', 'Kavya Iyer', 'Meera Shah']
  const students = []
  for (const name of [...names, 'Nikhil Rao', '<script>alert(1)</script>'])
    students.push(await createStudent(testApp, name))
  await logInAsAdmin(page)
  for (let n = 0; n < 60; n += 1) await failLogin(testApp, `${n}@example.com`)
  // Their waits are of 30 s: what takes long comes before or after them.
  for (const { email } of [...students, ...students]) await failLogin(testApp, email)
  await page.reload()

  const card = page.getByRole('region', { name: `Logins from ${labAddress} are slowed down` })
  await expect(card).toContainText('7 students must wait.')
  await expect(card.getByRole('row')).toHaveCount(6)
  await card.getByRole('button', { name: 'and 2 more' }).click()
  await expect(card.getByRole('row', { name: 'Asha Thomas' })).toContainText(/\d\ss|may try now/)
  await expect(card.getByRole('row', { name: '<script>alert(1)</script>' })).toBeVisible()
  await expectAccessibleAndResponsive(page)

  await card.getByRole('radio', { name: '1 hour' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(card.getByRole('radio', { name: '15 minutes' })).toBeChecked()
  await card.getByRole('button', { name: 'Let this lab in' }).click()
  await expect(card).toBeHidden()
  await expect(
    page.getByText(`Logins from ${labAddress} are not slowed down until`).first(),
  ).toBeVisible()
  await context.close()
  await testApp.close()
})

test('a dismissed card stays away; blocked students learn how to log in', { tag: '@long' }, async ({
  browser,
}) => {
  const testApp = await createTestApp({
    webFolder: resolve('build/client'),
    limits: true,
    now: Date.now,
  })
  await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = testApp.fastify.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
  const page = await context.newPage()
  await createReleasedExam(await testApp.createAdmin())
  for (let n = 0; n < 60; n += 1) await failLogin(testApp, `${n}@example.com`)
  await logInAsAdmin(page)
  await expect(page.getByText('No student is waiting there now.')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { name: /slowed down/ })).toBeHidden()

  const otherContext = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
  const loginPage = await otherContext.newPage()
  const { email } = await createStudent(testApp)
  await loginPage.goto('/student/login')
  await loginPage.getByLabel('Email').fill(email)
  await loginPage.getByLabel('Password', { exact: true }).fill('not my password')
  for (let n = 0; n < 11; n += 1) await failLogin(testApp, email, '127.0.0.1')
  await loginPage.getByRole('button', { name: 'Login' }).click()
  await expect(loginPage.getByRole('alert')).toHaveText(
    /Too many tries\. Please try again in \d+\ss\. A one-time password need not wait: have one sent\./,
  )
  await loginPage.getByRole('link', { name: 'have one sent' }).click()
  await expect(loginPage).toHaveURL('/student/forgotPassword')
  await context.close()
  await testApp.close()
})
