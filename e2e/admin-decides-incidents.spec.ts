import { listIncidents } from '#contract/incidents.ts'
import { getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'

test('one decision gives a whole class its time back, and a student reads why', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'strict' })
  const seats = []
  for (const name of ['Asha Rao', 'Bimal Das', 'Chitra Nair']) {
    const student = await createStudent(testApp, name)
    seats.push({ student, ...(await startAttempt(student, testId)) })
  }
  testApp.advanceClock(94_000)
  for (const { student, attemptId } of seats)
    await student.request(getAttemptClock, { params: { attemptId } })
  const last = seats[2]
  if (!last) throw new Error('Nobody has a seat')
  const body = { kind: 'refresh' as const, at: new Date(testApp.deps.now() - 60_000).toISOString() }
  await last.student.request(reportEvent, { params: { attemptId: last.attemptId }, body })

  await logIn(page, last.student)
  const notice = page.getByRole('region', { name: 'Ended' })
  await notice.getByRole('button', { name: 'Details of React JS' }).click()
  const field = notice.getByLabel('Say what happened')
  await field.fill('The power of the <b>lab</b> went.')
  await page.keyboard.press('Enter')
  await expect(notice).toContainText('You wrote: “The power of the <b>lab</b> went.”')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  await logInAsAdmin(page, '/admin/incidents')
  const cluster = page.getByRole('button', { name: /^3 of 3 went offline at/ })
  await expect(cluster).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('img', { name: /^3 lines, one a student\./ })).toBeVisible()
  await expect(page.getByText('The power of the <b>lab</b> went.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const badge = page.getByRole('link', { name: /^Incidents ?, 1 open$/ })
  await expect(badge).toBeVisible()
  await page.getByRole('button', { name: 'Decide one by one' }).focus()
  await page.keyboard.press('Enter')
  const decide = page.getByRole('button', { name: 'Decide about Asha Rao' })
  await decide.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
  await expect(dialog.getByRole('radio', { name: /^Give the time back/ })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(decide).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV of these incidents' }).focus()
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^incidents-[\d-]+\.csv$/)
  await page.getByRole('button', { name: 'Give 3 their time back' }).focus()
  await page.keyboard.press('Enter')
  await expect(cluster).toBeFocused()
  await expect(cluster).toContainText('Decided')
  await expect(page.getByRole('region', { name: 'Decided', exact: true })).toContainText('Network')
  const today = page.getByRole('table', { name: 'Decided today' })
  await expect(today.getByRole('row', { name: /^3 of 3 went offline/ })).toContainText('Network')
  await expect(badge).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No incidents found.')).toBeVisible()
  await expect(today.getByRole('row')).toHaveCount(2)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const { json } = await admin.request(listIncidents, { query: { state: 'open' } })
  expect(json).toEqual([])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  await logIn(page, last.student)
  const again = page.getByRole('region', { name: 'React JS is open again' })
  await expect(again).toContainText('Reason: Network')
  await expect(notice, 'one card').toHaveCount(0)
})
