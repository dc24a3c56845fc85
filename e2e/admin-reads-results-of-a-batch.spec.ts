import { listBatches } from '#contract/batches.ts'
import { completeAttempt, createBatch, createReleasedExam, createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('the staff see batches on students and results, and look at one batch alone', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: testId } = await createReleasedExam(admin, { title: 'React JS' })
  const asha = await createStudent(testApp, 'Asha Rao')
  const ravi = await createStudent(testApp, 'Ravi Rao')
  await completeAttempt(asha, testId, 4)
  await completeAttempt(ravi, testId, 2)

  // Without batches nothing speaks of them.
  await page.goto(`/admin/test/${testId}/scores`)
  await expect(page.getByRole('cell', { name: 'Ravi Rao', exact: true })).toBeVisible()
  await expect(page.getByLabel('Batch', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Batch' })).toHaveCount(0)

  await createBatch(admin, [asha], { name: 'Morning B12' })
  await createBatch(admin, [ravi], { name: 'Evening B3' })
  expect((await admin.request(listBatches)).json).toHaveLength(2)
  const filter = page.getByLabel('Batch', { exact: true })

  await page.reload()
  await expect(page.getByRole('row', { name: /Ravi Rao.*Evening B3/ })).toBeVisible()
  await filter.selectOption('Morning B12')
  await expect(page.getByRole('cell', { name: 'Ravi Rao', exact: true })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Asha Rao.*98200.*Morning B12/ })).toBeVisible()
  await expect(page.getByText('80%').first()).toBeVisible()
  await page.getByRole('link', { name: 'Questions', exact: true }).click()
  await expect(filter).toHaveValue(/./)
  await expect(page.getByText('Only 1 finished attempt so far', { exact: false })).toBeVisible()

  await page.goto('/admin/scorelist')
  await filter.selectOption('Evening B3')
  await expect(page.getByText('1 attempt', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Ravi Rao', exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Asha Rao', exact: true })).toHaveCount(0)

  await page.goto('/admin/fetch/students')
  await expect(page.getByRole('row', { name: /Asha Rao.*Morning B12/ })).toBeVisible()
  await filter.selectOption('Evening B3')
  await expect(page.getByRole('row', { name: /Ravi Rao/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Asha Rao/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row', { name: /Ravi Rao/ })).toBeVisible()
  await expect(filter).toHaveValue(/./)
})
