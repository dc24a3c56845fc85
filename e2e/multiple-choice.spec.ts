import { createStudent } from '#test/factories.ts'
import { getQuestionCard, openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, expectAccessibleAndResponsive, test } from './fixtures.ts'
import { logIn } from './student-actions.ts'

test('a question with several right options is written, answered by keyboard and marked', async ({
  page,
  browser,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  const student = await createStudent(testApp)

  await test.step('an admin writes it, and marks two of five options', async () => {
    await page.goto('/admin/create/test')
    await page.getByLabel('Title', { exact: true }).fill('React JS')
    const card = getQuestionCard(page, 1)
    await card.getByLabel('Question', { exact: true }).fill('What causes a new render?')
    await card.getByRole('radio', { name: 'Multiple choice' }).check()
    await card.getByRole('button', { name: 'Add option E' }).click()
    await expect(card.getByRole('textbox', { name: 'Option E' })).toBeFocused()
    const options = ['its state', 'a ref', 'its parent', 'a constant', 'its name']
    for (const [at, text] of options.entries()) {
      await card.getByRole('textbox', { name: `Option ${'ABCDE'[at]}` }).fill(text)
    }
    await card.getByRole('checkbox', { name: 'Option A is correct' }).check()
    await card.getByRole('checkbox', { name: 'Option C is correct' }).check()
    await expect(card).toContainText('5 options (2 to 8), 2 correct')

    await card.getByRole('textbox', { name: 'Option B' }).press('Alt+ArrowDown')
    await expect(card.getByText('Option B, now third')).toBeAttached()
    await expect(card.getByRole('textbox', { name: 'Option C' })).toBeFocused()
    await expect(card.getByRole('textbox', { name: 'Option C' })).toHaveValue('a ref')
    await expect(card.getByRole('checkbox', { name: 'Option B is correct' })).toBeChecked()

    await card.getByRole('radio', { name: 'Single choice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep only option A as correct?' })
    await expect(dialog).toContainText('2 correct options')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(card.getByRole('radio', { name: 'Multiple choice' })).toBeChecked()
    await expectAccessibleAndResponsive(page)
    await page.getByRole('button', { name: 'Create Test' }).click()
    await expect(page.getByText('Test Created Successfully!')).toBeVisible()
    await page.getByRole('checkbox', { name: /React JS/ }).check()
    await expect(page.getByText('Test released')).toBeVisible()
  })

  await test.step('a student answers it on a phone, by keyboard', async () => {
    const phone = { baseURL: testApp.url, viewport: { width: 390, height: 800 } }
    const quiz = await (await browser.newContext(phone)).newPage()
    await logIn(quiz, student)
    await quiz.getByRole('button', { name: 'Start React JS' }).click()
    await quiz.getByRole('button', { name: 'Start the quiz' }).click()
    const group = quiz.getByRole('group', { name: 'Options' })
    await expect(group).toHaveAccessibleDescription('Choose all that apply.')
    await quiz.keyboard.press('Enter')
    await expect(quiz.getByText('Choose an option first.')).toBeVisible()
    for (const letter of ['a', 'd', 'b', 'd']) await quiz.keyboard.press(letter)
    await expect(group.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(group.getByRole('checkbox', { name: /^D a constant/ })).toBeFocused()
    await expectAccessible(quiz)
    await quiz.keyboard.press('Shift+Tab')
    await quiz.keyboard.press('Space')
    await expect(group.getByRole('checkbox', { name: /^C a ref/ })).toBeChecked()
    await quiz.keyboard.press('Space')
    await quiz.keyboard.press('Enter')
    await expect(quiz.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    await quiz.context().close()
  })

  await test.step('the admin reads the sheet, and releases the result', async () => {
    await page.getByRole('link', { name: 'View Student Results' }).click()
    await page.getByRole('link', { name: 'Results by test' }).click()
    await page.getByRole('link', { name: 'View Results of React JS' }).click()
    await page.getByRole('button', { name: /^View Details of/ }).click()
    const details = page.getByRole('dialog', { name: 'Priya Nair' })
    await expect(details.getByText('1 of 1 correct')).toBeVisible()
    await expect(details.getByText('Chosen answer, correct')).toHaveCount(2)
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Release/ }).click()
    await expect(page.getByText(/released/i).first()).toBeVisible()
  })
})
