import type { Page } from '@playwright/test'
import { createQuestions, createStudent, startAttempt } from '#test/factories.ts'
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
  await startAttempt(await createStudent(testApp, 'Zoya Khan'), testId)
  const context = await browser.newContext({ baseURL: testApp.url })
  const invigilator = await context.newPage()
  await logInAsAdmin(invigilator, `/admin/test/${testId}/live`)

  const nav = invigilator.getByRole('navigation', { name: 'Admin' })
  await expect(nav.getByRole('link', { name: /^Live ?, 1 test$/ })).toBeVisible()
  await undoByKeyboard(invigilator, 'Zoya Khan')

  // By keyboard: from the row to the dialog, whose button is off until a reason is chosen.
  const row = invigilator.getByRole('row', { name: 'Priya Nair' })
  await expect(row).toContainText('0 of 3')
  await row.getByRole('checkbox').focus()
  await invigilator.keyboard.press('Shift+F10')
  const dialog = invigilator.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByText('Pause', { exact: true }).click()
  await expect(dialog.getByText('Choose why first.')).toBeVisible()
  await dialog.getByText('Power cut').click()
  await dialog.getByRole('textbox', { name: /Message to students/ }).fill('The power is back soon.')
  await expectAccessible(invigilator)
  await dialog.getByRole('button', { name: 'Pause 1' }).click()
  await expect(invigilator.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(row).toContainText('Paused')
  await expectAccessible(invigilator)

  // Its page hears of it by itself.
  const cover = student.locator('[aria-live="assertive"]').filter({ hasText: paused })
  await expect(cover).toBeAttached()
  await expect(student.getByText('Power cut')).toBeVisible()
  await expect(student.getByRole('radio')).toHaveCount(0)
  const left = await student.getByRole('timer').textContent()
  await student.evaluate(() => window.dispatchEvent(new Event('blur')))
  testApp.advanceClock(7 * 60_000)
  await student.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(student.getByRole('timer')).toHaveText(left ?? '')
  await expectAccessible(student)
  await student.getByRole('button', { name: 'Dismiss' }).click()
  await expect(student.getByText('The power is back soon.')).toHaveCount(0)

  await row.getByRole('button', { name: /^Act on/ }).click()
  await dialog.getByText('Resume', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Resume 1' }).click()
  await expect(row).toContainText('Here')
  await student.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(student.getByText(/^Resumed\./)).toBeVisible()
  await expect(student.getByRole('radio', { name: /right/ })).toBeChecked()
  await expect(student.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await context.close()
})

/** Selects rows, opens and leaves the dialog of each action, pauses one and takes that back. */
async function undoByKeyboard(page: Page, name: string) {
  const { keyboard } = page
  const box = (row: number) => page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(row)
  await box(0).focus()
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await expect(box(1)).toBeFocused()
  await keyboard.press('Shift+Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const bar = (action: string) => page.getByRole('button', { name: action, exact: true })
  for (const action of ['Add minutes', 'Pause', 'Message', 'End']) {
    await bar(action).focus()
    await keyboard.press('Enter')
    const first =
      action === 'Message'
        ? dialog.getByRole('textbox', { name: /Message to students/ })
        : dialog.getByRole('button', { name: 'Cancel' })
    await expect(first).toBeFocused()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(bar(action)).toBeFocused()
  }
  await expect(bar('Reopen')).toBeDisabled()
  const row = page.getByRole('row', { name })
  await page.getByRole('checkbox', { name: 'Select all that are listed' }).focus()
  await keyboard.press('Space')
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await row.getByRole('checkbox').focus()
  await keyboard.press('Space')
  await bar('Pause').focus()
  await keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Illness' }).focus()
  await keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Pause 1' }).focus()
  await keyboard.press('Enter')
  await expect(row).toContainText('Paused')
  const undo = page.getByRole('button', { name: 'Undo' })
  // Above the table: back through the list's tools, however many rows there are.
  await page.getByRole('searchbox', { name: 'Student' }).focus()
  await keyboard.press('Shift+Tab')
  await expect(undo).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(row).not.toContainText('Paused')
  await row.getByRole('checkbox').focus()
  await keyboard.press('Space')
}
