import { listBatchStudents } from '#contract/batches.ts'
import { listStudents, updateStudent } from '#contract/students.ts'
import { createBatch, createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('one form adds a student to a batch, warns of a namesake, and keeps course and batch', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const farhan = await createStudent(testApp, 'Farhan Ali')
  const params = { id: farhan.id }
  await admin.request(updateStudent, { params, body: { rollNumber: '26-1017' } })
  await createBatch(admin, [farhan], { name: 'Morning B10', seats: 1 })
  const { _id: batchId } = await createBatch(admin, [], { name: 'Evening B14' })
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await page.goto('/admin/fetch/students')
  await page.getByRole('link', { name: 'Add a student' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add a student' })).toBeVisible()
  await expect(field('Name')).toBeFocused()
  await field('Name').fill('Farhan Ali')
  await field('Email').fill(farhan.email)
  await expect(page.getByText('Another Farhan Ali is here, 26-1017, Morning B10')).toBeVisible()
  await field('Name').fill('Kavya Menon')
  await expect(page.getByText('This is the login of Farhan Ali, Morning B10.')).toBeVisible()
  await field('Email').fill('kavya@example.com')
  await field('Phone').fill('98460 12077')
  await field('Course').selectOption('Full Stack')
  await field('Batch').selectOption({ label: 'Morning B10, starts 5 Oct 2026' })
  await expect(page.getByText('1 of 1 seats are taken')).toBeVisible()
  await field('Batch').selectOption({ label: 'Evening B14, starts 5 Oct 2026' })
  const rollNumber = page.getByLabel('Roll number')
  await rollNumber.fill('26-1017')
  await rollNumber.blur()
  await expect(page.getByText('Taken by Farhan Ali, Morning B10. Enter another,')).toBeVisible()

  // Leaving the form does not lose the typed values.
  await page.getByRole('link', { name: 'Add many' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await rollNumber.fill('26-1018')
  await page.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByText('Kavya Menon is added.')).toBeVisible()
  await expect(page.getByText('26-1018')).toBeVisible()
  const { json: members } = await admin.request(listBatchStudents, { params: { id: batchId } })
  expect(members).toMatchObject([{ name: 'Kavya Menon', rollNumber: '26-1018' }])

  await page.getByRole('button', { name: 'I have printed it' }).click()
  await expect(page.getByText('Add another below.')).toBeVisible()
  await expect(field('Name')).toBeFocused()
  await expect(field('Course')).toHaveValue('full stack')
  await expect(field('Batch')).toHaveValue(batchId)
  await field('Name').fill('Asha Rao')
  await page.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Enter')
  await field('Email').fill('asha@example.com')
  await field('Phone').fill('98460 12078')
  await page.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByText('Asha Rao is added.')).toBeVisible()
  expect((await admin.request(listStudents)).json).toHaveLength(3)
})
