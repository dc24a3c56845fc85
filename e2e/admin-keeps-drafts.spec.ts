import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { getExam, listExams, updateExam } from '#contract/exams.ts'
import { createDraftExam } from '#test/factories.ts'
import { adminPassword } from '#test/test-app.ts'
import { createPictureFile, getQuestionCard, openAsAdmin, writeQuestion } from './admin-actions.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

async function openEditor(page: Page, testApp: ListeningTestApp) {
  const admin = await openAsAdmin(page, testApp)
  const exam = await createDraftExam(admin)
  await page.goto(`/admin/update/test/${exam._id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const params = { id: exam._id }
  return {
    saveAsAnotherAdmin: (title: string) => admin.request(updateExam, { params, body: { title } }),
    getSavedTitle: async () => (await admin.request(getExam, { params })).json.title,
  }
}

/** Hardly to be compressed, so it takes a while on a slow line. */
function createNoise() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 300, height: 300, channels: 3, background: 'teal', noise } as const
  return sharp({ create }).png().toBuffer()
}

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const getDraftNotice = (page: Page) => page.getByText(/^Your draft of .* is back\./)
const getConflictNotice = (page: Page) =>
  page.getByText('This test has been changed since you began.')
const getUpdateButton = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })

test('changes to a test survive a reload and visits to other pages, until they are saved or discarded', async ({
  page,
  testApp,
}) => {
  const { getSavedTitle } = await openEditor(page, testApp)
  await title(page).fill('React JS, mended')
  await getQuestionCard(page, 2)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await createPictureFile('fruit.png'))
  await expect(
    getQuestionCard(page, 2).getByRole('button', { name: /^Replace image/ }),
  ).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(getDraftNotice(page)).toContainText('please add those of question 2 again')
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
  await getUpdateButton(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  expect(await getSavedTitle()).toBe('React JS, mended twice')
  await page.reload()
  await expect(title(page)).not.toBeEditable()
  await expect(getDraftNotice(page)).toBeHidden()

  await page.getByRole('button', { name: 'Edit' }).click()
  await title(page).fill('Never kept')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(title(page)).toHaveValue('React JS, mended twice')
  await expect(title(page)).not.toBeEditable()
})

test('an editing conflict is reported at Update, and the later draft is kept if the admin chooses it', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  const { saveAsAnotherAdmin, getSavedTitle } = await openEditor(page, testApp)
  await title(page).fill('Mine')
  await saveAsAnotherAdmin('Theirs')
  await getUpdateButton(page).click()
  await expect(page.getByText(/^Failed to update test\. It has been saved by/)).toBeVisible()
  await expect(getConflictNotice(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  expect(await getSavedTitle()).toBe('Theirs')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(getConflictNotice(page)).toBeHidden()
  await getUpdateButton(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  expect(await getSavedTitle()).toBe('Mine')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 409/)])
})

/** The server carries out the next call of this method, and its reply never arrives. */
function loseNextReply({ fastify: { server } }: ListeningTestApp, method: string) {
  const lose = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== method) return
    server.off('request', lose)
    response.end = () => {
      // Without these the browser itself may send the call again.
      response.flushHeaders()
      return response.destroy()
    }
  }
  server.prependListener('request', lose)
}

test('a save with an image shows its progress, can be cancelled, and is recognised without its reply', {
  tag: '@long',
}, async ({ page, testApp, context, complaints }) => {
  const { getSavedTitle } = await openEditor(page, testApp)
  await title(page).fill('React JS, mended')
  const card = getQuestionCard(page, 2)
  await card
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: await createNoise() })
  await expect(card.getByRole('button', { name: /^Replace image/ })).toBeVisible()

  const line = await context.newCDPSession(page)
  const setUploadSpeed = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await setUploadSpeed(50_000)
  await getUpdateButton(page).click()
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel saving' }).click()
  await expect(page.getByText('You stopped saving. Nothing you typed is lost.')).toBeVisible()
  await expect(getUpdateButton(page)).toBeFocused()
  await expect(title(page)).toHaveValue('React JS, mended')
  await expect(card.getByRole('button', { name: /^Replace image/ })).toBeVisible()

  await setUploadSpeed(-1)
  loseNextReply(testApp, 'PUT')
  await getUpdateButton(page).click()
  await expect(page.getByText(/^Failed to update test\. We cannot reach/)).toBeVisible()
  expect(await getSavedTitle()).toBe('React JS, mended')
  complaints.length = 0 // the browser's own line about the lost reply
  await title(page).fill('React JS, mended twice')
  await getUpdateButton(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  await expect(getConflictNotice(page)).toBeHidden()
  expect(await getSavedTitle()).toBe('React JS, mended twice')
})

test('a draft of an outdated version says so when it is restored, and can be discarded', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const { saveAsAnotherAdmin } = await openEditor(page, testApp)
  await title(page).fill('Mine')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await saveAsAnotherAdmin('Theirs')
  await page.reload()
  await expect(getConflictNotice(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(title(page)).not.toBeEditable()
  await page.reload()
  await expect(title(page)).toHaveValue('Theirs')
  await expect(getDraftNotice(page)).toBeHidden()
})

test('a session that ends while a test is edited loses nothing that was typed', async ({
  page,
  testApp,
  context,
  complaints,
}) => {
  const { getSavedTitle } = await openEditor(page, testApp)
  await title(page).fill('Typed before the session ended')
  await context.clearCookies()
  await title(page).press('End')
  await title(page).pressSequentially('!')
  await getUpdateButton(page).click()
  await expect(page).toHaveURL(/\/admin\/login\?next=/)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(getDraftNotice(page)).toBeVisible()
  await expect(title(page)).toHaveValue('Typed before the session ended!')
  await getUpdateButton(page).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  expect(await getSavedTitle()).toBe('Typed before the session ended!')
  // On a slow machine the page notices before the press of Update.
  const [first, ...others] = complaints.splice(0)
  expect(first).toMatch(/status of 401/)
  for (const complaint of others) expect(complaint).toBe(first)
})

test('a new test whose reply was lost is created once, even after a reload', async ({
  page,
  testApp,
  complaints,
}) => {
  const admin = await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  const listTitles = async () => (await admin.request(listExams)).json.map((exam) => exam.title)
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
  await expect(page.getByText(/^Error creating test\. We cannot reach the server/)).toBeVisible()
  await expect.poll(listTitles).toEqual(['React JS'])
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(getDraftNotice(page)).toBeVisible()
  await create.click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
  expect(await listTitles()).toEqual(['React JS'])

  await page.goto('/admin/create/test')
  await title(page).fill('React JS')
  await writeQuestion(page, 1, 'What is JSX?', ['Syntax', 'A store', 'A hook', 'A test'])
  await page.route('**/api/test/create', loseReply, { times: 1 })
  await create.click()
  await expect(page.getByText(/^Error creating test\. We cannot reach the server/)).toBeVisible()
  await title(page).fill('React JS, another')
  await create.click()
  await expect(page.getByText(/already created, without your last changes/)).toBeVisible()
  await create.click()
  await expect(page.getByText('Test Created Successfully!')).toBeVisible()
  expect((await listTitles()).toSorted()).toEqual(['React JS', 'React JS', 'React JS, another'])
  expect(complaints.splice(0)).toHaveLength(3)
})
