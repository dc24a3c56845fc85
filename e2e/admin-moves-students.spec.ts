import { listBatchStudents } from '#contract/batches.ts'
import { createBatch, createStudent } from '#test/factories.ts'
import { openAsAdmin, unfold } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

test('students are moved for many, on their own page, and picked from a whole course', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const students = []
  for (const name of ['Asha Rao', 'Ravi Rao', 'Zoya Sheikh']) {
    students.push(await createStudent(testApp, name))
  }
  const [asha, ravi, zoya] = students
  if (!asha || !ravi || !zoya) throw new Error('There are three')
  const { _id: morning } = await createBatch(admin, [asha, ravi], { name: 'Morning B12' })
  const { _id: evening } = await createBatch(admin, [], { name: 'Evening B3' })
  const listMembers = async (id: string) => {
    const query = { sort: 'name-asc' } as const
    const { json } = await admin.request(listBatchStudents, { params: { id }, query })
    return json.map(({ name }) => name)
  }
  const dialog = page.getByRole('dialog')

  // From the list of a batch: out of that one; from the list of all: only into another.
  await page.goto(`/admin/fetch/students?batch=${morning}`)
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Move to batch (2)' }).click()
  await dialog.getByLabel('Batch').selectOption('Evening B3')
  await dialog.getByRole('button', { name: 'Move 2 students' }).click()
  await expect(page.getByText('2 students moved to Evening B3.')).toBeVisible()
  expect([await listMembers(morning), await listMembers(evening)]).toEqual([
    [],
    ['Asha Rao', 'Ravi Rao'],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone. 2 students back in this batch.')).toBeVisible()
  expect(await listMembers(morning)).toEqual(['Asha Rao', 'Ravi Rao'])
  await page.goto('/admin/fetch/students')
  await page.getByRole('checkbox', { name: 'Select Zoya Sheikh' }).check()
  await page.getByRole('button', { name: 'Add to batch (1)' }).click()
  await dialog.getByLabel('Batch').selectOption('Evening B3')
  await dialog.getByRole('button', { name: 'Add 1 student' }).click()
  await expect(page.getByText('1 student added.')).toBeVisible()
  expect(await listMembers(evening)).toEqual(['Zoya Sheikh'])

  // On the student's page.
  await page.goto(`/getStudents/${zoya.id}`)
  await unfold(page, 'Batches')
  await page.getByRole('button', { name: 'Move to batch from Evening B3' }).click()
  await dialog.getByLabel('Batch').selectOption('Morning B12')
  await dialog.getByRole('button', { name: 'Move 1 student' }).click()
  await expect(page.getByRole('link', { name: 'Morning B12' })).toBeVisible()
  expect(await listMembers(morning)).toEqual(['Asha Rao', 'Ravi Rao', 'Zoya Sheikh'])
  await page.getByRole('button', { name: 'Remove from Morning B12' }).click()
  await dialog.getByRole('button', { name: 'Remove from Morning B12' }).click()
  await expect(page.getByText('In no batch yet')).toBeVisible()

  // Everybody of a course at once.
  await page.goto(`/admin/batches/${evening}`)
  await page.getByRole('button', { name: 'Add students' }).click()
  await dialog.getByLabel('Course').selectOption('Full Stack')
  await dialog.getByRole('button', { name: 'Select all' }).click()
  await dialog.getByRole('button', { name: 'Add 3 students' }).click()
  await expect(page.getByText('3 students added.')).toBeVisible()
  expect(await listMembers(evening)).toEqual(['Asha Rao', 'Ravi Rao', 'Zoya Sheikh'])
})

test('slips are printed again for a batch and for a selection', async ({ page, testApp }) => {
  const admin = await openAsAdmin(page, testApp)
  const asha = await createStudent(testApp, 'Asha Rao')
  const ravi = await createStudent(testApp, 'Ravi Rao')
  const { _id: id } = await createBatch(admin, [asha, ravi])
  const dialog = page.getByRole('dialog')
  await page.goto(`/admin/batches/${id}`)
  await page.getByRole('button', { name: 'Print slips', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Only those who' }).uncheck()
  await dialog.getByRole('button', { name: 'Make the slips' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password slips' })).toBeVisible()
  await expect(page.getByText('One-time password', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'I have printed them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Morning B12' })).toBeVisible()

  await page.goto('/admin/fetch/students')
  await page.getByRole('checkbox', { name: 'Select Asha Rao' }).check()
  await page.getByRole('button', { name: 'Print slips (1)' }).click()
  await dialog.getByRole('checkbox', { name: 'Only those who' }).uncheck()
  await dialog.getByRole('button', { name: 'Make the slips' }).click()
  await expect(page.getByText('One-time password', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Asha Rao', { exact: true })).toBeVisible()
})
