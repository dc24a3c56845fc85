import { listBatchStudents } from '#contract/batches.ts'
import { getExam } from '#contract/exams.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('actions that would lock a student out of an open test warn first, and can be undone', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const priya = await createStudent(testApp, 'Priya Nair')
  const rohan = await createStudent(testApp, 'Rohan Rao')
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const { _id: batchId } = await createBatch(admin, [priya, rohan])
  await createBatch(admin, [], { name: 'Evening B12' })
  const audience = { kind: 'batch', batchId } as const
  await openWindow(admin, testId, { now: testApp.deps.now(), audience })
  await startAttempt(priya, testId)
  const isReleased = async () => {
    return (await admin.request(getExam, { params: { id: testId } })).json.released
  }

  await page.goto('/admin/home')
  const released = page.getByRole('checkbox', { name: 'Released: Node JS' })
  const dialog = page.getByRole('dialog')
  await released.click()
  await expect(dialog).toContainText(
    /1 student with an open window has not started Node JS, and may until .+ Without the release nobody can\./,
  )
  complaints.length = 0
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(released).toBeChecked()
  await released.click()
  await dialog.getByRole('button', { name: 'Take back the release' }).click()
  await expect(released).not.toBeChecked()
  complaints.length = 0
  expect(await isReleased()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(released).toBeChecked()
  expect(await isReleased()).toBe(true)

  await page.goto(`/admin/batches/${batchId}`)
  const listMembers = async () => {
    const query = { sort: 'name-asc' } as const
    const { json } = await admin.request(listBatchStudents, { params: { id: batchId }, query })
    return json.map(({ name }) => name)
  }
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Move to batch (2)' }).click()
  await expect(dialog).toContainText(
    /Node JS is open until .+: students who have not started lose it, and those taking it can finish\./,
  )
  await dialog.getByLabel('Batch').selectOption('Evening B12')
  await dialog.getByRole('button', { name: 'Move 2 students' }).click()
  await expect(page.getByText('2 students moved to Evening B12.')).toBeVisible()
  expect(await listMembers()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone. 2 students back in this batch.')).toBeVisible()
  expect(await listMembers()).toEqual(['Priya Nair', 'Rohan Rao'])
  await expect(page.getByRole('link', { name: 'Rohan Rao' })).toBeVisible()
})
