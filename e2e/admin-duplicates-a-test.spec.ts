import { getExam } from '#contract/exams.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('a test is duplicated under another title, and the copy can be changed', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: id } = await createReleasedExam(admin, { title: 'React JS' })
  await completeAttempt(await createStudent(testApp), id, 2)
  await page.goto(`/admin/view/test/${id}`)
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  const title = page.getByLabel('Title of the copy')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('React JS (copy)')
  await title.fill(' ')
  await page.getByRole('button', { name: 'Duplicate test' }).click()
  await expect(page.getByText('Enter a title')).toBeVisible()
  await title.fill('React JS, July')
  await page.getByRole('button', { name: 'Duplicate test' }).click()

  await expect(page.getByText('Test duplicated. It is not released.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Test' })).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('React JS, July')
  const copyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { json } = await admin.request(getExam, { params: { id: copyId } })
  expect(json).toMatchObject({ title: 'React JS, July', released: false, attempts: 0 })
})
