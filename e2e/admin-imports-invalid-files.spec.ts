import { createPortableQuestion } from '#test/exam-factories.ts'
import { writeXlsx } from '#web/admin/exams/question-import/xlsx.ts'
import { getQuestionCard, openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'
import { openImport, pastedQuestions } from './question-files.ts'

const toTextFile = (buffer: Buffer) => ({ name: 'questions.txt', mimeType: 'text/plain', buffer })

test.beforeEach(async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/create/test')
})

test('an invalid file is reported and adds nothing', async ({ page }) => {
  const dialog = await openImport(page)
  const file = dialog.getByLabel('File with questions')
  const add = dialog.getByRole('button', { name: 'Add questions' })
  await expect(add).toBeDisabled()

  await file.setInputFiles(toTextFile(Buffer.alloc(5 * 1024 * 1024 + 1, 'a')))
  await expect(
    dialog.getByText('This is larger than 5 MB. Import the questions in parts.'),
  ).toBeVisible()
  await file.setInputFiles(toTextFile(Buffer.from('Dear students, welcome.')))
  await expect(dialog.getByText(/^This is not a format that can be imported/)).toBeVisible()
  await file.setInputFiles(toTextFile(Buffer.from('<quiz>\n<question>\n</quiz>')))
  await expect(dialog.getByText(/line 3: The XML is broken here/)).toBeVisible()
  await file.setInputFiles(toTextFile(Buffer.from('PK\u0003\u0004 nothing')))
  await expect(dialog.getByText(/This workbook cannot be read/)).toBeVisible()
  await expect(add).toBeDisabled()
})

test('a large workbook is read without a worker, and at most 500 questions are imported', {
  tag: '@long',
}, async ({ page }) => {
  test.slow()
  const dialog = await openImport(page)
  const file = dialog.getByLabel('File with questions')
  await file.setInputFiles(await createWorkbook(501, 1))
  await expect(getLiveRegion(dialog).first()).toContainText('501 questions, 501 ready')
  await expect(
    dialog.getByText('A test holds 500 questions. Take 1 question out of the file.'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 501 questions' })).toBeDisabled()

  // Large enough for the library to ask for a worker, which the policy does not allow.
  await file.setInputFiles(await createWorkbook(150, 330))
  await dialog.getByRole('button', { name: 'Add 150 questions' }).click()
  await expect(getQuestionCard(page, 150)).toBeAttached()
  await page.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export 150 questions' })
  await exporting.getByRole('radio', { name: 'Excel (XLSX)' }).check()
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('questions.xlsx')
})

async function createWorkbook(count: number, repeats: number) {
  const questions = Array.from({ length: count }, (_, index) =>
    createPortableQuestion({ text: `Question ${index}: ${'what is it? '.repeat(repeats)}` }),
  )
  const buffer = Buffer.from(await (await writeXlsx(questions)).arrayBuffer())
  return { name: 'many.xlsx', mimeType: '', buffer }
}

test('the dialogs work by keyboard, and return the focus', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Import' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import questions' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('the dialogs are accessible in both themes', { tag: '@long' }, async ({ page }) => {
  const dialog = await openImport(page)
  await dialog.getByLabel('Or paste the questions').fill(pastedQuestions.GIFT)
  await expect(dialog.getByText('Left out', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add 2 questions' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export 2 questions' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a file that takes long does not block the page, and can be stopped', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openImport(page)
  const rows = `Question,Option A\n${'a\n'.repeat(2_000_000)}`
  await dialog
    .getByLabel('File with questions')
    .setInputFiles({ name: 'endless.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(dialog.getByText('Reading the questions…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add questions' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Stop reading' }).click()
  await expect(dialog.getByText(/^Nothing was read\./)).toBeVisible()
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await dialog.getByLabel('Or paste the questions').fill('Why? {=a ~b ~c ~d}')
  await expect(dialog.getByText(/^GIFT: 1 question, 1 ready/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 1 question' }).click()
  await expect(dialog).toBeHidden()
})
