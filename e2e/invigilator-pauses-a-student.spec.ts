import { createQuestions } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { choose, openNewQuiz } from './student-actions.ts'

const paused = 'Paused by the institute. Your time stands still.'

test('a student is paused, resumed with the moved deadline, and reads a message', async ({
  page: student,
  browser,
  testApp,
}) => {
  const { testId } = await openNewQuiz(student, testApp, {
    title: 'React JS',
    duration: 30,
    questions: createQuestions(3),
    integrityMode: 'strict',
  })
  await choose(student, /right/)
  const context = await browser.newContext({ baseURL: testApp.url })
  const invigilator = await context.newPage()
  await logInAsAdmin(invigilator, `/admin/test/${testId}/live`)

  // By keyboard: from the row to the dialog, whose button is off until a reason is chosen.
  const row = invigilator
    .getByRole('row')
    .filter({ has: invigilator.getByRole('checkbox') })
    .last()
  await expect(row).toContainText('0 of 3')
  await row.getByRole('checkbox').focus()
  await invigilator.keyboard.press('Shift+F10')
  const dialog = invigilator.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByText('Pause', { exact: true }).click()
  await expect(dialog.getByText('Choose why first.')).toBeVisible()
  await dialog.getByText('Power cut').click()
  await dialog
    .getByRole('textbox', { name: /A word to the students/ })
    .fill('The power is back soon.')
  await expectAccessible(invigilator)
  await dialog.getByRole('button', { name: 'Pause 1' }).click()
  await expect(invigilator.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(row).toContainText('Paused')
  await expectAccessible(invigilator)

  // Its page hears of it by itself.
  const cover = student.getByRole('alert').filter({ hasText: paused })
  await expect(cover).toBeAttached({ timeout: 10_000 })
  await expect(student.getByText('Power cut')).toBeVisible()
  await expect(student.getByRole('radio')).toHaveCount(0)
  const left = await student.getByRole('timer').textContent()
  await student.evaluate(() => window.dispatchEvent(new Event('blur')))
  testApp.advanceClock(7 * 60_000)
  await student.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(student.getByRole('timer')).toHaveText(left ?? '')
  await expectAccessible(student)
  await student.getByRole('button', { name: 'Put away' }).click()
  await expect(student.getByText('The power is back soon.')).toHaveCount(0)

  await row.getByRole('button', { name: /^Act on/ }).click()
  await dialog.getByText('Resume', { exact: true }).click()
  await dialog.getByText('Power cut').click()
  await dialog.getByRole('button', { name: 'Resume 1' }).click()
  await expect(row).toContainText('Here')
  await student.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(student.getByText(/^Resumed\./)).toBeVisible()
  await expect(student.getByRole('radio', { name: /right/ })).toBeChecked()
  await expect(student.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await context.close()
})
