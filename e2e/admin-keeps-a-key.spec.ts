import { updateExam } from '#contract/exams.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

const minuteMs = 60_000

/** Priya has sat in the morning; Rohan and Sana sit in the evening. */
async function openEvening(testApp: ListeningTestApp, admin: Parameters<typeof createBatch>[0]) {
  const { _id: testId } = await createReleasedExam(admin, { title: 'React JS' })
  const priya = await createStudent(testApp, 'Priya Nair')
  const later = [
    await createStudent(testApp, 'Rohan Rao'),
    await createStudent(testApp, 'Sana Shaikh'),
  ]
  const { _id: morning } = await createBatch(admin, [priya])
  const { _id: evening } = await createBatch(admin, later, { name: 'Evening B12' })
  const now = testApp.deps.now()
  const forBatch = (batchId: string) => ({ kind: 'batch' as const, batchId })
  await openWindow(admin, testId, { now, audience: forBatch(morning) })
  await completeAttempt(priya, testId, 4)
  const opens = 8 * 60
  await openWindow(admin, testId, {
    now,
    opens,
    closes: opens + 60,
    audience: forBatch(evening),
  })
  testApp.advanceClock(90 * minuteMs)
  return { testId, priya }
}

const sentence =
  /Evening B12, 2 students, sits this test on \d+\s\w+, \d+:\d\d\s[ap]m: the answers would be known\./

test('an admin is asked before a release reveals the answers to students still to take the test', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const { testId, priya } = await openEvening(testApp, admin)
  await logInAsAdmin(page)
  await page.goto(`/admin/test/${testId}/scores`)
  const release = page.getByRole('button', { name: 'Release Result' }).first()
  await release.click()
  const asking = page.getByRole('dialog', { name: /Release the result now\?$/ })
  await expect(asking.getByText(sentence)).toBeVisible()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toBeHidden()
  await expect(page.getByText('Result not released yet.')).toBeVisible()

  await release.click()
  await asking.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByText(/Result released/)).toBeVisible()

  await page.goto(`/admin/test/${testId}/student/${priya.id}`)
  await page.getByRole('button', { name: 'Reopen' }).click()
  const reopening = page.getByRole('dialog', { name: /^Reopen the attempt of Priya Nair/ })
  await expect(reopening.getByText(/Priya Nair may have seen/)).toBeVisible()
  await reopening.getByLabel('Why?').fill('Power cut')
  await reopening.getByRole('button', { name: 'Reopen all the same' }).click()
  await expect(page.getByText(/^The attempt is open again\./)).toBeVisible()
})

test('adding a window after the release warns of the same', async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const { testId } = await openEvening(testApp, admin)
  await logInAsAdmin(page)
  await page.goto(`/admin/test/${testId}/scores`)
  await page.getByRole('button', { name: 'Release Result' }).first().click()
  const asking = page.getByRole('dialog', { name: /Release the result now\?$/ })
  await asking.getByRole('button', { name: 'Release Result' }).click()
  await expect(page.getByText(/Result released/)).toBeVisible()

  await page.goto(`/admin/update/test/${testId}/windows`)
  await page.getByRole('button', { name: 'Add window' }).click()
  const form = page.getByRole('region', { name: 'New window' })
  await form.getByText('Everyone', { exact: true }).click()
  await expect(form.getByText(sentence)).toBeVisible()
  await form.getByRole('button', { name: 'Add window all the same' }).click()
  await expect(page.getByText(/^Everyone may start on .*\.$/)).toBeVisible()
})

const seen = /1 student may have seen the correct answers\./

test('reopening from the live screen warns of the same', async ({ page, testApp, complaints }) => {
  const admin = await testApp.createAdmin()
  const { testId } = await openEvening(testApp, admin)
  await admin.request(releaseResults, { params: { testId } })
  await logInAsAdmin(page)
  await page.goto(`/admin/test/${testId}/live`)
  await page.getByRole('table').getByRole('button', { name: 'Finished 1' }).click()
  await page
    .getByRole('row', { name: /Priya Nair/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen the test for 1 student?' })
  await dialog.getByText('Power cut').click()
  await dialog.getByRole('button', { name: 'Reopen for 1' }).click()
  await expect(dialog.getByText(seen)).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
  await dialog.getByRole('button', { name: 'Reopen for 1 all the same' }).click()
  await expect(page.getByText(/^The test is reopened for Priya Nair/)).toBeVisible()
})

test('an incident decision that grants another attempt warns of the same', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'strict' })
  const rohan = await createStudent(testApp, 'Rohan Rao')
  const { attemptId } = await startAttempt(rohan, testId)
  const body = { kind: 'devtools' as const, at: new Date(testApp.deps.now()).toISOString() }
  await rohan.request(reportEvent, { params: { attemptId }, body })
  await completeAttempt(await createStudent(testApp, 'Priya Nair'), testId, 1)
  await admin.request(releaseResults, { params: { testId } })
  await logInAsAdmin(page)
  await page.goto('/admin/incidents')
  await page.getByRole('button', { name: /^Rohan Rao: Developer tools opened/ }).click()
  await page.getByRole('radio', { name: /^New attempt/ }).check()
  await page.getByLabel('Why').selectOption('Mistaken alarm')
  await page.getByRole('button', { name: 'Grant a new attempt' }).click()
  await expect(page.getByText(seen)).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
  await page.getByRole('button', { name: 'Grant a new attempt all the same' }).click()
  await expect(page.getByText('1 attempt decided.')).toBeVisible()
})

test('releasing the test again warns of the same', async ({ page, testApp, complaints }) => {
  const admin = await testApp.createAdmin()
  const { testId } = await openEvening(testApp, admin)
  await admin.request(releaseResults, { params: { testId } })
  await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
  await logInAsAdmin(page)
  await page.goto('/admin/home')
  const checkbox = page.getByRole('checkbox', { name: /eleased: React JS$/ })
  await checkbox.click()
  const asking = page.getByRole('dialog', { name: 'Release this test to students?' })
  await expect(asking.getByText(sentence)).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(checkbox).not.toBeChecked()
  await checkbox.click()
  await asking.getByRole('button', { name: 'Release all the same' }).click()
  await expect(page.getByText('Test released', { exact: true })).toBeVisible()
  await expect(checkbox).toBeChecked()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test('allowing more attempts at the test warns of the same', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { title: 'React JS' })
  await completeAttempt(await createStudent(testApp, 'Priya Nair'), testId, 1)
  await admin.request(releaseResults, { params: { testId } })
  await logInAsAdmin(page)
  await page.goto(`/admin/update/test/${testId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { name: 'Rules' }).click()
  const allowed = page.getByLabel('Attempts allowed')
  await allowed.selectOption('2')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const known = page.getByText(
    '1 student may take this test once more: the answers would be known.',
  )
  await expect(known).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
  await allowed.selectOption('1')
  await expect(known).toBeHidden()
  await allowed.selectOption('2')
  await page.getByRole('button', { name: 'Update all the same' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
})
