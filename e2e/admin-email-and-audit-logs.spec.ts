import { resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { updateStudent } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { adminPassword, createTestApp } from '#test/test-app.ts'
import { expect, expectAccessibleInBothThemes, type ListeningTestApp, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'

test('a failed email is shown, found, and sent again', { tag: '@long' }, async ({ browser }) => {
  const { smtpServer, queueEnquiries, page, close } = await openSiteWithMail(browser)
  smtpServer.behaviours.push('refuse-for-good', 'refuse-for-good')
  await queueEnquiries('Asha Kulkarni', 'Bela Shah')

  await logIn(page)
  await page.getByRole('link', { name: 'See what failed' }).click()
  await expect(page.getByLabel('State')).toHaveValue('failed')
  await expect(page.getByRole('row', { name: /Failed/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await expect(page.getByRole('row', { name: /Failed/ })).toHaveCount(2)
  await expect(page.getByText('The mail server said: 554').first()).toBeVisible()
  await page.getByRole('searchbox').fill('bela')
  await expect(page).toHaveURL(/search=bela/)
  await expect(page.getByRole('row', { name: /New enquiry/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Send again: New enquiry: Bela/ }).click()
  await expect(page.getByText('is on its way again.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bela.*Sent/ })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Send all failed again (1)' }).click()
  await expect(page.getByText('1 email is on its way again.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sent/ })).toHaveCount(2)

  await smtpServer.close()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await page.getByRole('textbox', { name: 'To' }).fill('nowhere')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText('Enter an email address in the format')).toBeVisible()
  await page.getByRole('textbox', { name: 'To' }).fill('office@example.com')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByRole('alert')).toContainText('refused the connection')
  await expect(page.getByRole('row', { name: /Test mail.*Waiting/ })).toBeVisible()
  await page.getByLabel('State').selectOption('failed')
  await expect(page.getByText('No emails found.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No emails found.')).toBeVisible()
  await close()
})

test('home says that the mail server refuses every email, in its words', async ({ browser }) => {
  const { smtpServer, queueEnquiries, page, close } = await openSiteWithMail(browser)
  smtpServer.standing.refusal = { stage: 'sender', code: 553, text: '5.7.1 Not your address' }
  await queueEnquiries('Asha Kulkarni')
  await logIn(page)
  const notice = getLiveRegion(page).filter({ hasText: 'It said: 553 5.7.1 Not your address' })
  await expect(notice).toContainText('takes no emails from this site: check MAIL_FROM')
  await expect(notice).toContainText(/The next try is at \d+:\d\d\s[ap]m\./)
  await notice.getByRole('link', { name: 'Open the mail page' }).click()
  await expect(page.getByRole('alert')).toContainText('1 email will be retried automatically.')
  await expect(page.getByRole('row', { name: /Waiting.*Not your address.*Next try/ })).toBeVisible()
  await close()
  await smtpServer.close()
})

async function openSiteWithMail(browser: Browser) {
  const smtpServer = await startSmtpServer()
  const testApp = await createTestApp({
    webFolder: resolve('build/client'),
    smtpUrl: smtpServer.url,
    now: Date.now,
  })
  await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = testApp.fastify.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
  await testApp.createAdmin()
  const { db, mail } = testApp.deps
  return {
    smtpServer,
    page: await context.newPage(),
    async queueEnquiries(...names: readonly string[]) {
      const enquiry = { kind: 'enquiry', email: 'a@b.co', contact: '1234567' } as const
      const emails = names.map((name) => ({ ...enquiry, name, course: 'Frontend Development' }))
      await db.write((tx) => mail.queue(tx, emails, Date.now()))
      mail.wake()
    },
    async close() {
      await context.close()
      await testApp.close()
    },
  }
}

test('without a mail server the pages name the folder where emails wait', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await testApp.createAdmin()
  await logIn(page)
  await expect(page.getByText(`emails wait in ${testApp.outboxFolder}`)).toBeVisible()
  await page.getByRole('link', { name: 'Open the mail page' }).click()
  await expect(page.getByText(`emails wait in ${testApp.outboxFolder}`)).toBeVisible()
  await expect(page.getByText('No emails yet.')).toBeVisible()
})

test('the audit log is searched, filtered and sorted, and its page is in the URL', async ({
  page,
  testApp,
}) => {
  await createBusyInstitute(testApp)
  await logIn(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('Entries 1 to 20 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByText(/^Entries 21 to/)).toBeVisible()
  await page.getByRole('searchbox').fill('priya nair')
  await expect(page).not.toHaveURL(/page=/)
  await page.getByLabel('What was done').selectOption('Updated a student')
  await expect(page).toHaveURL(/search=priya\+nair&action=student.updated/)
  const row = page.getByRole('row', { name: /Updated a student/ }).first()
  await expect(row).toContainText('Priya Nair')
  await expect(row).toContainText('Email address')
  await expect(row).toContainText('admin@example.com')
  await expect(row).toContainText('127.0.0.1')
  await row.getByRole('link', { name: 'Priya Nair' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Priya Nair' })).toBeVisible()
  await page.goto('/admin/audit?search=nobody+of+that+name')
  await expect(page.getByText('Nothing found.')).toBeVisible()
})

test('email and audit logs are accessible in both themes', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await createBusyInstitute(testApp)
  await logIn(page)
  for (const [path, heading] of [
    ['/admin/mail', 'Mail'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
})

async function createBusyInstitute(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const priya = await createStudent(testApp, 'Priya Nair')
  for (let n = 0; n < 22; n++) {
    await admin.request(updateStudent, { params: { id: priya.id }, body: { remarks: `Call ${n}` } })
  }
  for (const side of ['Asha', 'Bela', 'Cora']) {
    const body = { email: `${side.toLowerCase()}@example.com` }
    await admin.request(updateStudent, { params: { id: priya.id }, body })
  }
}

async function logIn(page: Page) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin/home')
}
