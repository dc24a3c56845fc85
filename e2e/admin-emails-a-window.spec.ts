import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { writeWindowEmails } from '#server/window-emails/write-window-emails.ts'
import { createBatch, createReleasedExam, createStudent, openWindow } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleAndResponsive, test } from './fixtures.ts'

const minuteMs = 60_000

test('a window emails its students, until its emails are switched off', async ({
  page,
  testApp,
}) => {
  const priya = await createStudent(testApp, 'Priya Nair')
  const admin = await openAsAdmin(page, testApp)
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const { _id: batchId } = await createBatch(admin, [priya])
  const audience = { kind: 'batch', batchId } as const
  const day = 24 * 60
  await openWindow(admin, testId, {
    now: testApp.deps.now(),
    opens: day,
    closes: day + 60,
    audience,
  })
  const write = async () => {
    await writeWindowEmails(testApp.deps)
    testApp.advanceClock(10 * minuteMs)
    await writeWindowEmails(testApp.deps)
  }
  await write()
  const findEmail = () =>
    (existsSync(testApp.outboxFolder) ? readdirSync(testApp.outboxFolder) : []).find((name) =>
      name.includes('_window-invitation_'),
    ) ?? ''
  await expect.poll(findEmail).not.toBe('')
  const email = await simpleParser(readFileSync(join(testApp.outboxFolder, findEmail())))
  expect(email.subject).toBe('A date for your test: Node JS')
  const reader = await page.context().newPage()
  await reader.setContent(email.html || '')
  await expect(reader.getByRole('heading', { name: 'Your test has a date' })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Open your panel' })).toBeVisible()
  await reader.close()

  await page.goto(`/admin/update/test/${testId}/windows`)
  const line = page.getByText('Mail is not set up: emails to students go to the outbox folder')
  await line.click()
  await expectAccessibleAndResponsive(page)
  const reminders = page.getByRole('checkbox', { name: 'Remind them at 6 pm the day before' })
  await expect(reminders).not.toBeChecked()
  const emails = page.getByRole('checkbox', { name: 'Email students about their windows' })
  await emails.uncheck()
  await expect(page.getByText('Students are not emailed about windows')).toBeVisible()
  await expect(reminders).toBeDisabled()
  await page.reload()
  await page.getByText('Students are not emailed about windows').click()
  await expect(emails).not.toBeChecked()
})
