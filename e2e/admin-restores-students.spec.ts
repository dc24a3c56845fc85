import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { deleteStudents, listStudents } from '#contract/students.ts'
import { addAccount } from '#server/accounts/queries.ts'
import { applyRetention } from '#server/retention/apply-retention.ts'
import { addStudent } from '#server/students/queries.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentRecord,
} from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

test('an admin cannot delete students who are taking a test, and reads their names', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  await startAttempt(await createStudent(testApp, 'Asha Rao'), testId)
  await createStudent(testApp, 'Bimal Das')
  await page.goto('/admin/fetch/students')
  for (const name of ['Asha Rao', 'Bimal Das'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await page.getByRole('button', { name: 'Delete 2 students' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    /Asha Rao is taking Node JS until \d+:\d\d\s[ap]m\. Nobody was deleted\./,
  )
  complaints.length = 0
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Select Asha Rao' }).uncheck()
  await page.getByRole('button', { name: 'Delete Selected (1)' }).click()
  await page.getByRole('button', { name: 'Delete 1 student' }).click()
  await expect(page.getByText('1 student deleted.')).toBeVisible()
})

test('an admin restores deleted students, one or many', async ({ page, testApp, complaints }) => {
  const admin = await openAsAdmin(page, testApp)
  for (const name of ['Asha Rao', 'Bimal Das', 'Chitra Nair', 'Deepa Iyer']) {
    await createStudent(testApp, name, {
      email: `${name.slice(0, 5).trim().toLowerCase()}@example.com`,
    })
  }
  await page.goto('/admin/fetch/students')
  for (const name of ['Asha Rao', 'Bimal Das', 'Chitra Nair']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await page.getByRole('button', { name: 'Delete Selected (3)' }).click()
  await page.getByRole('button', { name: 'Delete 3 students' }).click()
  await expect(page.getByText('3 students deleted.')).toBeVisible()
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()

  await page.getByRole('link', { name: 'Recently deleted' }).click()
  await expect(page).toHaveURL('/admin/fetch/students?show=deleted')
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  await expect(page.getByText('Showing 3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Restore Asha Rao' }).click()
  await expect(page.getByText('1 student restored.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Asha Rao' })).toHaveCount(0)

  await createStudent(testApp, 'Bimal Again', { email: 'bimal@example.com' })
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Restore Selected (2)' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Another account has this email address by now. Nobody was restored. It concerns Bimal Das, bimal@example.com.',
  )
  complaints.length = 0
  await page.getByRole('checkbox', { name: 'Select Bimal Das' }).uncheck()
  await page.getByRole('button', { name: 'Restore Selected (1)' }).click()
  // The message may still be that of Asha.
  await expect(page.getByText('1 student restored.')).toBeVisible()
  await expect
    .poll(async () => {
      const { json } = await admin.request(listStudents, { query: { sort: 'name-asc' } })
      return json.map(({ name }) => name)
    })
    .toEqual(['Asha Rao', 'Bimal Again', 'Chitra Nair', 'Deepa Iyer'])

  testApp.advanceClock(30 * 24 * 60 * 60 * 1000)
  await applyRetention(testApp.deps)
  expect(await testApp.deps.db.read.selectFrom('students').select('id').execute()).toHaveLength(4)
})

test('a selection survives loading more rows and another sort', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  await insertStudents(testApp, 130)
  await page.goto('/admin/fetch/students')
  await page.getByRole('checkbox', { name: 'Select Student 003' }).check()
  await expect(async () => {
    await page.mouse.wheel(0, 3_000)
    await expect(page.getByText('Showing 130 of 130')).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.getByRole('checkbox', { name: 'Select Student 129' }).check()
  await expect(page.getByText('2 selected')).toBeAttached()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('checkbox', { name: 'Select Student 003' })).toBeChecked()
  await page.getByLabel('Sort by').selectOption('Name Z-A')
  await expect(page.getByRole('row').nth(1)).toContainText('Student 129')
  await expect(page.getByRole('checkbox', { name: 'Select Student 129' })).toBeChecked()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    /Student 003/,
    /Student 129/,
  ])
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByLabel('Course').selectOption('PHP')
  await expect(page.getByText(/^Showing \d+ of 65/)).toBeVisible()
  await expect(page.getByText('None selected')).toBeVisible()
  await expect(page).toHaveURL('/admin/fetch/students?sort=name-desc&course=php')
  await page.reload()
  await expect(page.getByLabel('Course')).toHaveValue('php')
  await expect(page.getByText(/^Showing \d+ of 65/)).toBeVisible()
})

test('the document holds 200 rows, and a button in the gap shows others', {
  tag: '@long',
}, async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  await insertStudents(testApp, 260)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/admin/fetch/students')
  await expect(async () => {
    await page.mouse.wheel(0, 9_000)
    await expect(page.getByText('Showing 260 of 260')).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
  const rows = page.getByRole('row', { name: /^Select Student/ })
  const gap = page.getByRole('button', { name: 'Show rows 201 to 250 of 260' })
  await expect(rows).toHaveCount(200)
  // As a screen reader does it, which does not scroll before.
  await gap.evaluate((button: HTMLElement) => button.click())
  await expect(rows).toHaveCount(250)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select Student 200' })).toBeFocused()
})

test('an admin exports the list and the scores as files', async ({ page, testApp, complaints }) => {
  const admin = await openAsAdmin(page, testApp)
  for (let n = 10; n < 40; n++)
    await createStudent(testApp, `Student ${n}`, { phone: `0982200${n}` })
  await createStudent(testApp, '=1+1', { phone: '+91 98220 41736', course: 'php' })
  await page.goto('/admin/fetch/students?sort=name-desc')
  const list = await downloadFile(page, 'CSV of these students')
  expect(list.suggestedFilename()).toMatch(/^students-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await list.path(), 'utf8')
  const { data } = papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  expect(data).toHaveLength(32)
  expect(data[1]?.slice(0, 3)).toEqual(['Student 39', expect.any(String), '098220039'])
  expect(data.at(-1)?.slice(0, 3)).toEqual(["'=1+1", expect.any(String), "'+91 98220 41736"])

  await page.getByLabel('Course').selectOption('PHP')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const workbook = await downloadFile(page, 'XLSX of these students')
  const [{ data: cells }] = (await readXlsxFile(await workbook.path())) as unknown as [
    { data: unknown[][] },
  ]
  expect(cells).toHaveLength(2)
  expect(cells[1]?.slice(0, 3)).toEqual(['=1+1', expect.any(String), '+91 98220 41736'])

  const exam = await createReleasedExam(admin, { title: 'React JS' })
  const asha = await createStudent(testApp, 'Asha Rao')
  await completeAttempt(asha, exam._id, 4)
  await completeAttempt(await createStudent(testApp, 'Zoya Sheikh'), exam._id, 1)
  await page.goto(`/admin/test/${exam._id}/scores?search=asha`)
  const scores = await downloadFile(page, 'CSV of these attempts')
  expect(scores.suggestedFilename()).toMatch(/^scores-React-JS-/)
  const csv = await readFile(await scores.path(), 'utf8')
  expect(csv.trim().split('\r\n')).toEqual([
    expect.stringContaining('Student,Email,Started At'),
    expect.stringMatching(/^Asha Rao,.*,Completed,Completed,4,5,80,Excellent!,no$/),
  ])

  await page.route('**/export?*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'XLSX of these attempts' }).click()
  await expect(page.getByText('The export failed. Something went wrong on our side.')).toBeVisible()
  complaints.length = 0
})

test('an admin sees all attempts of one student', async ({ page, testApp, complaints }) => {
  const admin = await openAsAdmin(page, testApp)
  const asha = await createStudent(testApp, 'Asha Rao')
  const other = await createStudent(testApp, 'Zoya Sheikh')
  for (const title of ['HTML5', 'React JS']) {
    const exam = await createReleasedExam(admin, { title })
    await completeAttempt(asha, exam._id, title === 'HTML5' ? 5 : 2)
    await completeAttempt(other, exam._id, 1)
  }
  await page.goto(`/getStudents/${asha.id}`)
  await page.getByRole('link', { name: 'Attempts' }).click()
  await expect(page).toHaveURL(`/getScore/${asha.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Score' }).click()
  await expect(rows.nth(1)).toContainText('React JS')
  await expect(rows.nth(1)).toContainText('2 of 5')
  await page.getByRole('searchbox', { name: 'Search by test' }).fill('html')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/sort=score-asc&search=html/)
  await page.getByRole('link', { name: 'View Answers to HTML5' }).click()
  await expect(page).toHaveURL(/\/admin\/test\/[\w-]+\/student\/[\w-]+\?attempt=/)

  await admin.request(deleteStudents, { body: { ids: [asha.id] } })
  await page.goto(`/getScore/${asha.id}`)
  await expect(page.getByRole('heading', { name: 'No student found' })).toBeVisible()
  complaints.length = 0
})

/** Written straight into the tables: this many logins would only take time. */
async function insertStudents({ deps }: ListeningTestApp, count: number) {
  await deps.db.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      const name = `Student ${String(n).padStart(3, '0')}`
      const account = { id: deps.newId(), email: `student${n}@example.com`, name }
      await addAccount(tx, { ...account, role: 'student' }, deps.now())
      await addStudent(tx, { ...studentRecord, ...account, course: n % 2 === 0 ? 'python' : 'php' })
    }
  })
}

async function downloadFile(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return download
}
