import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { getExam, listExams } from '#contract/exams.ts'
import { createDraftExam, createQuestions, expectSingleChoice } from '#test/factories.ts'
import { createPictureFile, getQuestionCard, openAsAdmin, writeQuestion } from './admin-actions.ts'
import { expect, test } from './fixtures.ts'
import { createLargePhoto } from './photo-files.ts'

const fruit = ['Apple', 'Pear', 'Plum', 'Fig']

/** As a screenshot comes: a file, without words. */
async function pastePicture(field: Locator) {
  await field.evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob ?? ''], 'image.png', { type: 'image/png' }))
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
}

test('an admin writes a test with code and pictures, releases and unreleases it', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  await expect(
    page.getByText(`Mail is not set up: emails wait in ${testApp.outboxFolder}`),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No tests found.' })).toBeVisible()

  await page.getByRole('link', { name: 'Create Test' }).click()
  await expect(page.getByLabel('Duration (mins)')).toHaveValue('60')
  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await writeQuestion(page, 1, 'Which `fruit` is it?', fruit)
  const first = getQuestionCard(page, 1)
  await first.getByRole('button', { name: 'Add code snippet' }).click()
  await expect(first.getByLabel('Code snippet')).toBeFocused()
  await page.keyboard.type('const fruit = pick()')
  await expect(first.getByRole('figure')).toContainText('const fruit = pick()')
  await first
    .locator('input[type=file]')
    .first()
    .setInputFiles(await createPictureFile('fruit.png'))
  await expect(first.getByRole('img', { name: 'Picture of the question' })).toBeVisible()
  await first
    .locator('input[type=file]')
    .nth(2)
    .setInputFiles(await createPictureFile('pear.png'))
  await expect(first.getByRole('img', { name: 'Picture of option B' })).toBeVisible()
  await pastePicture(first.getByRole('textbox', { name: 'Option C' }))
  await expect(first.getByRole('img', { name: 'Picture of option C' })).toBeVisible()

  const outline = page.getByRole('complementary', { name: 'Outline' })
  await expect(outline).toContainText('3 pictures have no description.')
  await first.getByRole('textbox', { name: 'Option B' }).fill('(b)')
  await expect(outline).toContainText('Question 1: option B is a picture without words.')
  const describeB = first.getByLabel('Description of picture B')
  await expect(describeB).toHaveAccessibleDescription(/no words of its own/)
  await describeB.fill('A pear')
  await expect(outline).toContainText('2 pictures have no description.')
  await expect(outline).not.toContainText('without words')
  await first.getByRole('textbox', { name: 'Option B' }).fill('Pear')
  await first.getByLabel('Description of the picture').fill('Fruit <script>')
  await expect(first.getByRole('img', { name: 'Fruit <script>' })).toBeVisible()
  await expect(outline).toContainText('1 picture has no description.')

  await first.getByRole('button', { name: 'Duplicate question 1' }).click()
  await expect(getQuestionCard(page, 2).getByLabel('Question', { exact: true })).toBeFocused()
  await getQuestionCard(page, 2).getByLabel('Question', { exact: true }).fill('And this one?')
  await page.getByRole('button', { name: 'Move question 2 up' }).click()
  const getHandle = (number: number) =>
    outline.getByRole('button', { name: `Move question ${number}`, exact: true })
  await getHandle(1).press('ArrowDown')
  await expect(getHandle(2)).toBeFocused()
  await expect(outline.getByRole('link').first()).toContainText('Which fruit is it?')
  await getHandle(2).dragTo(outline.getByRole('link').first(), { targetPosition: { x: 9, y: 3 } })
  await expect(outline.getByRole('link').first()).toContainText('And this one?')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page).toHaveURL('/admin/home')
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()

  const { json: tests } = await admin.request(listExams)
  const { json: savedExam } = await admin.request(getExam, { params: { id: tests[0]?._id ?? '' } })
  expect(savedExam).toMatchObject({ title: 'Fruit', duration: 60, numQuestions: 2 })
  expect(savedExam.questions.map(({ question }) => question.text)).toEqual([
    'And this one?',
    'Which `fruit` is it?',
  ])
  for (const { question, options, correct_answer, codeSnippet } of savedExam.questions.map(
    expectSingleChoice,
  )) {
    expect([correct_answer, codeSnippet]).toEqual(['Apple', 'const fruit = pick()'])
    expect([question.fileUrl, options[1]?.fileUrl]).toEqual([
      expect.stringContaining('/api/images/'),
      expect.stringContaining('/api/images/'),
    ])
    expect([question.description, ...options.map(({ description }) => description)]).toEqual([
      'Fruit <script>',
      undefined,
      'A pear',
      undefined,
      undefined,
    ])
  }

  // Its name does not turn with its state.
  const released = page.getByRole('checkbox', { name: 'Released: Fruit', exact: true })
  await expect(released).not.toBeChecked()
  await released.click()
  await expect(page.getByText('Test released')).toBeVisible()
  await expect(released).toBeChecked()
  await released.click()
  await expect(page.getByText('Test unreleased ')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveCount(0)
  expect((await admin.request(listExams)).json[0]).toMatchObject({ released: false })
})

test('a release that fails is undone on screen, with a message', { tag: '@long' }, async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await createDraftExam(admin)
  await page.goto('/admin/home')
  await page.route('**/api/test/update/*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('checkbox', { name: 'Released: React JS' }).click()
  await expect(page.getByText('Failed to update release status')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Released: React JS' })).not.toBeChecked()
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 500/)])
})

test('a test is deleted once nobody is taking it, after a warning of what is lost', async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await createDraftExam(admin, { title: 'Vegetables', questions: createQuestions(2) })
  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Delete Vegetables' }).click()
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete this test?',
  })
  await expect(dialog).toContainText('It can be restored for 30 days, under Recently deleted.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete Vegetables' }).click()
  await dialog.getByRole('button', { name: 'Delete test' }).click()
  await expect(page.getByRole('heading', { name: 'No tests found.' })).toBeVisible()
})

test('a photo from a phone is made smaller before it is sent', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  const photo = await createLargePhoto()
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Fruit')
  await writeQuestion(page, 1, 'Which fruit is it?', fruit)
  const file = getQuestionCard(page, 1).locator('input[type=file]').first()
  const endlessWrite = await page.evaluateHandle(() => {
    const canvas = HTMLCanvasElement.prototype
    const { toBlob } = canvas
    canvas.toBlob = () => {}
    return { restore: () => Object.assign(canvas, { toBlob }) }
  })
  await file.setInputFiles(photo)
  await expect(page.getByText('Making the image of the question smaller…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await expect(page.getByText('Making the image of')).toBeHidden()
  await expect(page.getByRole('img', { name: 'Picture of the question' })).toBeHidden()

  await endlessWrite.evaluate(({ restore }) => restore())
  await file.setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'Picture of the question' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
  const { json: tests } = await admin.request(listExams)
  const { json: savedExam } = await admin.request(getExam, { params: { id: tests[0]?._id ?? '' } })
  const { rawPayload } = await testApp.fastify.inject({
    url: savedExam.questions[0]?.question.fileUrl ?? '',
    cookies: admin.cookies,
  })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 2000, height: 1500 })
})
