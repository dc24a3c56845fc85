import { sendEnquiry } from '#contract/enquiries.ts'
import { deleteStudents } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleAndResponsive, type ListeningTestApp, test } from './fixtures.ts'

async function createStudentWithPictures(testApp: ListeningTestApp) {
  const { images, newId } = testApp.deps
  const [front, back] = [newId(), newId()]
  for (const id of [front, back]) await images.saveEncrypted(id, Buffer.from('a card'))
  return createStudent(testApp, 'Priya Nair', { front_image_id: front, back_image_id: back })
}

test('a card is marked as checked, and its pictures are erased one by one', async ({
  page,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  const { id } = await createStudentWithPictures(testApp)
  await page.goto(`/getStudents/${id}`)
  await expect(
    page.getByText(/The pictures will be erased on .*once checked, after 30 days/),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: 'Checked' }).check()
  await expect(page.getByText('By Asha Admin,')).toBeVisible()
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Erase front' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase the front of the card for good?' })
  await expect(dialog).toContainText('It cannot be undone.')
  await dialog.getByRole('button', { name: 'Erase front' }).click()
  await expect(page.getByText('No front')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show back' })).toBeVisible()
  await page.getByRole('button', { name: 'Erase back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase back' }).click()
  await expect(page.getByText(/^The pictures were erased on/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Checked' }).uncheck()
  await expect(page.getByText('By Asha Admin,')).toBeHidden()
})

test('a deleted student is erased at once, by keyboard, after typing the name', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  const { id } = await createStudent(testApp, 'Perdita Vanishes')
  await admin.request(deleteStudents, { body: { ids: [id] } })
  await page.goto('/admin/fetch/students?show=deleted')
  await page.getByRole('button', { name: 'Erase now: Perdita Vanishes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase this student for good?' })
  await dialog.getByLabel('Type the name to confirm').fill('perdita')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Type the name exactly as it is shown')).toBeVisible()
  complaints.length = 0 // the browser's own line about the 400
  await expectAccessibleAndResponsive(page)
  await dialog.getByLabel('Type the name to confirm').fill('Perdita Vanishes')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Perdita Vanishes is erased for good.')).toBeVisible()
  await expect(page.getByText('No students were deleted')).toBeVisible()
})

test('enquiries are erased, and so is an email to the institute', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  for (const name of ['Asha Kulkarni', 'Bela Shah', 'Cora Dsouza']) {
    const body = {
      name,
      email: 'a@b.co',
      contact: '1234567',
      course: 'Frontend Development',
    } as const
    await testApp.createClient().request(sendEnquiry, { body })
  }
  await page.goto('/admin/enquiries')
  await page.getByRole('checkbox', { name: 'Select Asha Kulkarni' }).check()
  await page.getByRole('checkbox', { name: 'Select Bela Shah' }).check()
  await expectAccessibleAndResponsive(page)
  await page.getByRole('button', { name: 'Erase Selected (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase 2 enquiries' }).click()
  await expect(page.getByText('2 enquiries are erased for good.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Asha/ })).toHaveCount(0)

  await page.goto('/admin/mail')
  await expect(page.getByRole('row', { name: /New enquiry/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Erase: New enquiry: Cora/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase email' }).click()
  await expect(page.getByText('No emails yet.')).toBeVisible()
})
