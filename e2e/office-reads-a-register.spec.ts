import { adminLogin } from '#contract/accounts.ts'
import { getRegister } from '#contract/registers.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
} from '#test/factories.ts'
import { adminPassword } from '#test/test-app.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

const minuteMs = 60_000

test('the office calls and excuses the absent, a teacher opens a make-up window, and the register keeps both', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const students = [
    await createStudent(testApp, 'Farhan Ali', { roll_number: '26-1017', phone: '97024 51180' }),
    await createStudent(testApp, 'Farhan Ali', { roll_number: '26-1052', phone: '90284 77315' }),
    await createStudent(testApp, 'Zoya Khan', { phone: 'none' }),
    await createStudent(testApp, 'Priya Nair', { roll_number: '26-0947' }),
  ]
  const { _id: batchId } = await createBatch(admin, students)
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const audience = { kind: 'batch', batchId } as const
  const { _id: windowId } = await openWindow(admin, testId, {
    now: testApp.deps.now(),
    closes: 60,
    entry: 20,
    audience,
  })
  const [, , , priya] = students
  if (priya) await completeAttempt(priya, testId, 2)
  testApp.advanceClock(21 * minuteMs)
  const logIn = async (role: 'office' | 'teacher') => {
    await testApp.createStaff(role)
    const data = { email: `${role}@example.com`, password: adminPassword }
    await expect(await page.request.post(adminLogin.path, { data })).toBeOK()
  }
  const readCounts = async () =>
    (await admin.request(getRegister, { params: { id: windowId } })).json.counts

  await logIn('office')
  await page.goto('/admin/today')
  await expect(page.getByRole('link', { name: '4 Expected' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Live' })).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Phones of the 3 absent' }).click()
  await expect(page.getByRole('link', { name: /^Call Farhan Ali/ })).toHaveCount(2)
  await page.goto(`/admin/batches/${batchId}`)
  await page.getByRole('link', { name: 'All 3, with phones' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Node JS' })).toBeVisible()
  await expect(page.getByRole('button', { name: '3 Absent' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(
    page.getByRole('link', { name: 'Call Farhan Ali, 26-1017, 97024 51180' }),
  ).toHaveAttribute('href', 'tel:9702451180')
  await expect(page.getByRole('row', { name: /Zoya Khan/ })).toContainText('No number')
  await expect(page.getByRole('row', { name: /Priya Nair/ })).toBeHidden()
  await expect(page.getByText('Make-up window: ask a teacher or an owner.')).toBeHidden()

  await page.getByRole('checkbox', { name: 'Select Farhan Ali, 26-1017' }).check()
  await expect(page.getByText('Make-up window: ask a teacher or an owner.')).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected students' })
  await expect(bar).toContainText('Farhan Ali (26-1017)')
  const excuse = page.getByRole('button', { name: 'Excuse 1' })
  await expect(excuse).toBeDisabled()
  await page.getByLabel('Why they are excused').selectOption('Illness')
  await excuse.click()
  await expect(page.getByRole('button', { name: '2 Absent' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: '3 Absent' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: '4 Expected' }).click()
  await page.getByLabel('Name, roll number or phone').fill('9028')
  await expect(page.getByRole('row', { name: /26-1052/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /26-1017/ })).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Signature of the trainer')).toBeVisible()
  await expect(page.getByText('97024 51180')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const before = await readCounts()
  await logIn('teacher')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/windows/${windowId}/register`)
  await page.getByRole('checkbox', { name: 'Select 3 who have not come' }).check()
  await page.getByRole('button', { name: 'Make-up window for 3' }).click()
  await page.getByRole('button', { name: 'Open for 3' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await readCounts()).toEqual(before)
  await page.goto(`/admin/update/test/${testId}/windows`)
  await expect(page.getByRole('link', { name: '1 of 4 started, register' })).toBeVisible()
})
