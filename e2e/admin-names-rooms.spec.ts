import { getRegister } from '#contract/registers.ts'
import { createBatch, createReleasedExam, createStudent, openWindow } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

test('an admin names rooms, and every student finds their seat', async ({ page, testApp }) => {
  const students = [
    await createStudent(testApp, 'Zoya Khan', { roll_number: '26-1001' }),
    await createStudent(testApp, 'Arjun Mehta', { roll_number: '26-1002' }),
    await createStudent(testApp, '<script>Priya</script>'),
  ]
  const admin = await openAsAdmin(page, testApp)
  const { _id: batchId } = await createBatch(admin, students, { name: 'Morning B10' })
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  const { _id: windowId } = await openWindow(admin, testId, {
    now: testApp.deps.now(),
    opens: 20,
    audience: { kind: 'batch', batchId },
  })
  const register = `/admin/windows/${windowId}/register`
  await page.goto(register)
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Seat' })).toHaveCount(0)

  await page.goto(`/admin/update/test/${testId}/windows`)
  await page.getByRole('button', { name: /^Edit the window/ }).click()
  const rooms = page.getByText('Rooms and seats No rooms')
  await rooms.click()
  await page.getByRole('button', { name: 'Add a room' }).click()
  const first = page.getByRole('group', { name: 'Room 1' })
  await first.getByRole('textbox', { name: 'Room' }).fill('Lab 1')
  await first.getByRole('textbox', { name: 'Seats' }).fill('none')
  await page.getByRole('button', { name: 'Add a room' }).click()
  const second = page.getByRole('group', { name: 'Room 2' })
  await second.getByRole('textbox', { name: 'Room' }).fill('lab 1')
  await second.getByRole('textbox', { name: 'Seats' }).fill('1')
  await page.getByText('Rooms and seats Lab 1 and lab 1').click()
  await page.getByRole('button', { name: 'Save window' }).click()
  await expect(first.getByRole('textbox', { name: 'Seats' })).toBeFocused()
  await expect(first).toContainText('Enter a number from 1 to 999')
  await expect(second).toContainText('Another room has this name')
  await first.getByRole('textbox', { name: 'Seats' }).fill('1')
  await second.getByRole('textbox', { name: 'Room' }).fill('Lab 2')
  await expect(page.getByText('3 students, 2 seats: 1 more student than seats')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Save window' }).click()
  await expect(page.getByRole('heading', { name: 'Change window' })).toBeHidden()

  await expect(page.getByRole('listitem').filter({ hasText: 'Lab 1 and Lab 2' })).toBeVisible()
  await page.goto('/admin/today')
  await expect(page.getByText('Morning B10, Lab 1 and Lab 2')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(register)
  await expect(
    page.getByText(/Lab 1 and Lab 2\. As of .* 1 more student than seats\./),
  ).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Seat' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Zoya Khan/ })).toContainText('Lab 1, seat 1')
  await expect(page.getByRole('row', { name: /<script>/ })).toContainText('No seat')
  await page.getByLabel('Name, roll number, seat or phone').fill('lab 2')
  await expect(page.getByRole('row', { name: /Zoya Khan/ })).toBeHidden()
  await expect(page.getByRole('row', { name: /Arjun Mehta/ })).toContainText('Lab 2, seat 1')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Seat' })).toBeHidden()
  await expect(page.getByText('26-1002, Lab 2, seat 1')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/, Lab 1 and Lab 2$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Lab 1, seat 1', includeHidden: true })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const { json } = await admin.request(getRegister, { params: { id: windowId } })
  expect(json.students.map(({ seat }) => seat?.room)).toEqual(['Lab 1', 'Lab 2', undefined])
})
