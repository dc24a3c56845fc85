import { readFile } from 'node:fs/promises'
import { type Exam, listExams } from '#contract/exams.ts'
import { getQuestionCard, openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'
import {
  createExamWithEverything,
  getExamContent,
  openImport,
  pastedQuestions,
} from './question-files.ts'

for (const [format, text] of Object.entries(pastedQuestions)) {
  test(`${format} is pasted, corrected and saved`, {
    tag: format === 'GIFT' ? [] : '@long',
  }, async ({ page, testApp }) => {
    const admin = await openAsAdmin(page, testApp)
    await page.goto('/admin/home')
    await page.getByRole('link', { name: 'Create Test' }).click()
    const dialog = await openImport(page)
    await dialog.getByLabel('Or paste the questions').fill(text)
    const hasOther = /essay|\{T\}/.test(text)
    await expect(getLiveRegion(dialog).first()).toHaveText(
      `${format}: ${hasOther ? 3 : 2} questions, 1 ready, 1 to fix in the editor, ${hasOther ? 1 : 0} left out`,
    )
    const preview = dialog.getByRole('list', { name: 'Preview' })
    await expect(preview.getByText('Option C is the same as option B')).toBeVisible()
    if (hasOther) await expect(preview.getByText(/^Left out\. This is/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 2 questions' }).click()
    await expect(page.getByText('2 questions added, not saved yet')).toBeVisible()
    expect((await admin.request(listExams)).json).toEqual([])

    await expect(
      getQuestionCard(page, 2).getByText('Option C is the same as option B'),
    ).toBeVisible()
    await getQuestionCard(page, 2).getByRole('textbox', { name: 'Option C' }).fill('<>')
    await page.getByLabel('Title', { exact: true }).fill('Imported')
    await page.getByRole('button', { name: 'Create Test' }).click()
    await expect(page.getByText('Test Created Successfully!')).toBeVisible()
    const [created] = (await admin.request(listExams)).json as Exam[]
    expect(await getExamContent(admin, created?._id ?? '')).toMatchObject([
      { text: 'Which hook keeps a value?', correct_answer: 'useRef' },
      { text: 'Which are {braces}?', correct_answer: '{}' },
    ])
  })
}

test('a table with unknown headings is ready once its columns are named, and then at once', {
  tag: '@long',
}, async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/create/test')
  const table = [
    'SQL mock paper 3',
    'S.No\tQuestions\tSecs\tAns 1\tAns 2\tAns 3\tAns 4\tMark',
    '1\tWhich clause filters groups?\t60\tWHERE\tHAVING\tGROUP BY\tORDER BY\t2',
  ].join('\n')
  let dialog = await openImport(page)
  await dialog.getByLabel('Or paste the questions').fill(table)
  const status = getLiveRegion(dialog).first()
  await expect(status).toHaveText('0 of 1 question ready: say what each column is.')
  const check = dialog.getByRole('button', { name: 'Check 1 question' })
  await expect(check).toBeDisabled()
  await expect(dialog.getByText('Say what columns C and H are.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await dialog.getByLabel('Column C Secs').selectOption('Left out')
  await dialog.getByLabel('Column H Mark').selectOption('Correct answer')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Correct answer' })).toContainText(
    'HAVING',
  )
  await expect(status).toHaveText('All columns have a name. Next: check 1 question.')
  await check.click()
  await expect(status).toContainText('CSV: 1 question, 1 ready')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  dialog = await openImport(page)
  await dialog.getByLabel('Or paste the questions').fill(table)
  await expect(status).toContainText('CSV: 1 question, 1 ready')
  await expect(dialog.getByText(/^The columns are named as on .* headings\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Show the columns' }).click()
  await expect(dialog.getByLabel('Column H Mark')).toHaveValue('correct')
})

const exported = [
  { name: 'Moodle XML', file: 'everything-one-all.xml', code: true, pictures: true },
  { name: 'GIFT', file: 'everything-one-all.gift.txt', code: true, pictures: false },
  { name: 'CSV', file: 'everything-one-all.csv', code: true, pictures: false },
  { name: 'Excel (XLSX)', file: 'everything-one-all.xlsx', code: true, pictures: false },
  { name: 'Aiken', file: 'everything-one-all.aiken.txt', code: false, pictures: false },
]

for (const { name, file, code, pictures } of exported) {
  test(`${name} is exported, and the file imported into another test`, {
    tag: name === 'CSV' ? [] : '@long',
  }, async ({ page, testApp }) => {
    const admin = await openAsAdmin(page, testApp)
    const source = await createExamWithEverything(admin)
    await page.goto(`/admin/view/test/${source._id}`)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export 2 questions' })
    await dialog.getByRole('radio', { name }).check()
    const lossNotice = dialog.getByText('The pictures of 2 questions are left behind.')
    await expect(lossNotice).toBeVisible({ visible: !pictures })
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const downloaded = await download
    expect(downloaded.suggestedFilename()).toBe(file)

    await page.goto('/admin/create/test')
    const importing = await openImport(page)
    await importing.getByLabel('File with questions').setInputFiles({
      name: file,
      mimeType: '',
      buffer: await readFile(await downloaded.path()),
    })
    await expect(getLiveRegion(importing).first()).toContainText('2 questions, 2 ready')
    await importing.getByRole('button', { name: 'Add 2 questions' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Copy')
    await page.getByRole('button', { name: 'Create Test' }).click()
    await expect(page.getByText('Test Created Successfully!')).toBeVisible()

    const tests = (await admin.request(listExams)).json as Exam[]
    const copy = tests.find(({ title }) => title === 'Copy')?._id ?? ''
    const expected = (await getExamContent(admin, source._id)).map((question) => ({
      ...question,
      text: name === 'Aiken' ? question.text.replaceAll('\n', ' ') : question.text,
      codeSnippet: code ? question.codeSnippet : null,
      hasPicture: pictures && question.hasPicture,
      description: pictures ? question.description : undefined,
      options: question.options.map((option) => ({
        ...option,
        hasPicture: pictures && option.hasPicture,
        description: pictures ? option.description : undefined,
      })),
    }))
    expect(await getExamContent(admin, copy)).toEqual(expected)
  })
}
