import { createPictureFile, getQuestionCard, openAsAdmin, writeQuestion } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'

const fruit = ['Apple', 'Pear', 'Plum', 'Fig']
const signatureOnly = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])

test('all errors show at once, the first is focused, and nothing is lost', async ({
  page,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Duration (mins)').fill('0')
  await getQuestionCard(page, 1).getByLabel('Question', { exact: true }).fill('Which fruit?')
  await getQuestionCard(page, 1).getByRole('textbox', { name: 'Option A' }).fill('Apple')
  await getQuestionCard(page, 1).getByRole('textbox', { name: 'Option B' }).fill(' Apple ')
  await page.getByRole('button', { name: 'Add Another Question' }).click()
  await expect(getQuestionCard(page, 1)).toContainText('Option B is the same as option A')
  await page.getByRole('button', { name: 'Create Test' }).click()

  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByText('Enter a title')).toBeVisible()
  await expect(page.getByText('Enter a duration of 1 minute or more')).toBeVisible()
  for (const message of ['Enter option C', 'Enter option D', 'Mark the correct answer']) {
    await expect(getQuestionCard(page, 1).getByText(message)).toBeVisible()
  }
  await expect(getQuestionCard(page, 2).getByText('Enter the question')).toBeVisible()
  await expect(page.getByText('12 problems left to fix.')).toBeVisible()
  const outline = page.getByRole('complementary', { name: 'Outline' })
  await expect(outline.getByRole('link', { name: /Which fruit\? ?, has problems/ })).toBeVisible()

  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await page.getByLabel('Duration (mins)').fill('20')
  await writeQuestion(page, 1, 'Which fruit?', fruit)
  await page.getByRole('button', { name: 'Delete question 2' }).click()
  await expect(page.getByText('left to fix')).toBeHidden()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
})

test('an error from the server is shown at its field', async ({ page, testApp, complaints }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await writeQuestion(page, 1, 'Which fruit?', fruit)
  const picked = getQuestionCard(page, 1).locator('input[type=file]')
  const textFile = { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('hello') }
  await picked.first().setInputFiles(textFile)
  await expect(getQuestionCard(page, 1).getByText(/not a JPEG, PNG or WebP image/)).toBeVisible()
  await picked.nth(2).setInputFiles({ ...textFile, buffer: signatureOnly })
  await page.getByRole('button', { name: 'Create Test' }).click()

  await expect(page.getByText(/^Error creating test\./)).toBeVisible()
  const option = getQuestionCard(page, 1).getByRole('button', { name: 'Replace image of option B' })
  await expect(option).toBeFocused()
  await expect(getQuestionCard(page, 1).getByText(/not a picture we can read/)).toBeVisible()
  expect(complaints.splice(0)).toContainEqual(expect.stringMatching(/status of 400/))

  await page.route('**/api/test/create', (route) => route.abort())
  await getQuestionCard(page, 1).getByRole('button', { name: 'Remove image of option B' }).click()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText(/^Error creating test\. We cannot reach the server\./)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Fruit')
  complaints.length = 0
})

test('a draft survives a reload without its pictures, and can be discarded', {
  tag: '@long',
}, async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await writeQuestion(page, 1, 'Which fruit?', fruit)
  const picture = await createPictureFile('fruit.png')
  await getQuestionCard(page, 1).locator('input[type=file]').first().setInputFiles(picture)
  await expect(getQuestionCard(page, 1).getByRole('button', { name: /^Replace/ })).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()

  await expect(page.getByText(/^Your draft of .* is back\./)).toContainText(
    'please add those of question 1 again',
  )
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Fruit')
  const option = getQuestionCard(page, 1).getByRole('textbox', { name: 'Option D' })
  await expect(option).toHaveValue('Fig')
  await expect(
    getQuestionCard(page, 1).getByRole('radio', { name: 'Option A is correct' }),
  ).toBeChecked()

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await expect(page.getByText(/^Your draft of/)).toBeHidden()
})
