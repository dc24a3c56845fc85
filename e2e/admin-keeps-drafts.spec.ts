import type { Page, Route } from '@playwright/test'
import { getExam, listExams, updateExam } from '#contract/exams.ts'
import { createDraftExam } from '#test/factories.ts'
import { adminPassword } from '#test/test-app.ts'
import { adminAtDesk, cardOf, pictureFile, writeQuestion } from './admin-at-desk.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'

async function editing(page: Page, house: OpenHouse) {
  const admin = await adminAtDesk(page, house)
  const exam = await createDraftExam(admin)
  await page.goto(`/admin/update/test/${exam._id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const params = { id: exam._id }
  return {
    saveAsAnother: (title: string) => admin.request(updateExam, { params, body: { title } }),
    titleKept: async () => (await admin.request(getExam, { params })).json.title,
  }
}

const title = (page: Page) => page.getByLabel('Title')
const isBack = (page: Page) => page.getByText(/^Your draft of .* is back\./)
const changed = (page: Page) => page.getByText('This test has been changed since you began.')
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })

test('changes to a test outlive a reload and a walk, until they are saved or dropped', async ({
  page,
  house,
}) => {
  const { titleKept } = await editing(page, house)
  await title(page).fill('React JS, mended')
  await cardOf(page, 2)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictureFile('fruit.png'))
  await expect(cardOf(page, 2).getByRole('button', { name: /^Replace image/ })).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(isBack(page)).toContainText('please add those of question 2 again')
  await expect(title(page)).toHaveValue('React JS, mended')
  await expect(title(page)).toBeEditable()

  await title(page).fill('React JS, mended twice')
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(dialog).toContainText('The test stays as it was.')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/fetch/students')
  await page.goBack()
  await expect(title(page)).toHaveValue('React JS, mended twice')
  await update(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  expect(await titleKept()).toBe('React JS, mended twice')
  await page.reload()
  await expect(title(page)).not.toBeEditable()
  await expect(isBack(page)).toBeHidden()

  await page.getByRole('button', { name: 'Edit' }).click()
  await title(page).fill('Never kept')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(title(page)).toHaveValue('React JS, mended twice')
  await expect(title(page)).not.toBeEditable()
})

test('who is overtaken is told at Update, and keeps theirs if they say so', async ({
  page,
  house,
  complaints,
}) => {
  const { saveAsAnother, titleKept } = await editing(page, house)
  await title(page).fill('Mine')
  await saveAsAnother('Theirs')
  await update(page).click()
  await expect(page.getByText(/^Failed to update test\. It has been saved by/)).toBeVisible()
  await expect(changed(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  expect(await titleKept()).toBe('Theirs')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(changed(page)).toBeHidden()
  await update(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  expect(await titleKept()).toBe('Mine')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 409/)])
})

test('a draft that was overtaken meanwhile says so when it is back, and makes way', async ({
  page,
  house,
}) => {
  const { saveAsAnother } = await editing(page, house)
  await title(page).fill('Mine')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await saveAsAnother('Theirs')
  await page.reload()
  await expect(changed(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(title(page)).not.toBeEditable()
  await page.reload()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(isBack(page)).toBeHidden()
})

test('a session that ends while a test is edited costs nothing that was typed', async ({
  page,
  house,
  context,
  complaints,
}) => {
  const { titleKept } = await editing(page, house)
  await title(page).fill('Typed before the session ended')
  await context.clearCookies()
  await title(page).press('End')
  await title(page).pressSequentially('!')
  await update(page).click()
  await expect(page).toHaveURL(/\/admin\/login\?next=/)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(isBack(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Typed before the session ended!')
  await update(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  expect(await titleKept()).toBe('Typed before the session ended!')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 401/)])
})

test('a new test whose reply was lost is made once, also after a reload', async ({
  page,
  house,
  complaints,
}) => {
  const admin = await adminAtDesk(page, house)
  const made = async () => (await admin.request(listExams)).json.map((exam) => exam.title)
  const create = page.getByRole('button', { name: 'Create Test', exact: true })
  await page.goto('/admin/create/test')
  await title(page).fill('React JS')
  await writeQuestion(page, 1, 'What is JSX?', ['Syntax', 'A store', 'A hook', 'A test'])

  const loseReply = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/test/create', loseReply, { times: 1 })
  await create.click()
  await expect(page.getByText(/^Error creating test\. You seem to be offline/)).toBeVisible()
  await expect.poll(made).toEqual(['React JS'])
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(isBack(page)).toBeVisible()
  await create.click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
  expect(await made()).toEqual(['React JS'])

  await page.goto('/admin/create/test')
  await title(page).fill('React JS')
  await writeQuestion(page, 1, 'What is JSX?', ['Syntax', 'A store', 'A hook', 'A test'])
  await page.route('**/api/test/create', loseReply, { times: 1 })
  await create.click()
  await expect(page.getByText(/^Error creating test\. You seem to be offline/)).toBeVisible()
  await title(page).fill('React JS, another')
  await create.click()
  await expect(page.getByText(/already created, without your last changes/)).toBeVisible()
  await create.click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
  expect((await made()).toSorted()).toEqual(['React JS', 'React JS', 'React JS, another'])
  expect(complaints.splice(0)).toHaveLength(3)
})
