import { getStudent, updateStudent } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('two admins keep each other’s changes, and nobody leaves unsaved fees unasked', async ({
  page,
  testApp,
  complaints,
}) => {
  const colleague = await openAsAdmin(page, testApp)
  const { id } = await createStudent(testApp, 'Priya Nair', { fees: 45_000 })
  const params = { id }
  const saveElsewhere = (body: object) => colleague.request(updateStudent, { params, body })
  const read = async () => (await colleague.request(getStudent, { params })).json
  await page.goto(`/getStudents/${id}`)
  await page.getByLabel('Remarks').fill('Pays by UPI')
  await saveElsewhere({ fees: 50_000 })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Student details updated successfully.')).toBeVisible()
  await expect(page.getByLabel('Fees')).toHaveValue('50,000')
  expect(await read()).toMatchObject({ fees: 50_000, remarks: 'Pays by UPI' })

  await page.getByLabel('Fees').fill('60,000')
  await saveElsewhere({ fees: 55_000 })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Fees: ₹55,000')).toBeVisible()
  await expect(page.getByLabel('Fees')).toHaveValue('60,000')
  await page.getByRole('link', { name: 'Attempts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(read).toMatchObject({ fees: 60_000, remarks: 'Pays by UPI' })

  await page.getByRole('button', { name: 'Edit course details' }).click()
  await page.getByLabel('Course', { exact: true }).selectOption('Other')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter the course they want')).toBeVisible()
  await page.getByLabel('Other course').fill('Data Analytics')
  await page.keyboard.press('Escape')
  await expect(dialog).toContainText('What you typed here is lost.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Other course')).toHaveValue('Data Analytics')
  await saveElsewhere({ course: 'php' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Course: PHP')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Data Analytics').first()).toBeVisible()

  await page.getByRole('button', { name: 'Edit parent or guardian' }).click()
  const parent = page.getByRole('dialog', { name: 'Parent or guardian' })
  await parent.getByLabel('Name').fill('Meera Nair')
  await saveElsewhere({ fname: 'Anil Nair' })
  await parent.getByRole('button', { name: 'Save', exact: true }).click()
  await parent.getByRole('button', { name: 'Take theirs' }).click()
  await expect(parent.getByLabel('Name')).toHaveValue('Anil Nair')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog'), 'nothing typed is left to ask about').toHaveCount(0)
  await page.getByRole('link', { name: 'Attempts' }).click()
  await expect(page).toHaveURL(/getScore/)
  complaints.length = 0
})
