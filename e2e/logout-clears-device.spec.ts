import type { BrowserContext, Page } from '@playwright/test'
import { releaseResults } from '#contract/result-release.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import { openAsAdmin, writeQuestion } from './admin-actions.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logInOnScreen, start } from './student-actions.ts'

/** Everything that a browser keeps of this site and the next person could read. */
function readBrowserStorage(page: Page) {
  return page.evaluate(async () => {
    const waitFor = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases: Record<string, Record<string, unknown[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await waitFor(indexedDB.open(name))
      const stores: Record<string, unknown[]> = {}
      for (const store of database.objectStoreNames) {
        stores[store] = await waitFor(database.transaction(store).objectStore(store).getAll())
      }
      database.close()
      databases[name] = stores
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      caches: await caches.keys(),
      cookie: document.cookie,
      state: history.state,
      text: document.body.innerText,
    }
  })
}

/** Storage entries that belong to nobody in particular. */
const allowedKeys = ['last-logout', 'seen-logout', 'react-router-scroll-positions']

async function expectNoTraces(page: Page, personalTexts: readonly string[]) {
  const found = await readBrowserStorage(page)
  const names = [...Object.keys(found.local), ...Object.keys(found.session)]
  expect(names.filter((name) => !allowedKeys.includes(name))).toEqual([])
  expect(found.caches).toEqual([])
  expect(found.cookie).toBe('')
  const whole = JSON.stringify(found)
  for (const word of personalTexts) expect(whole).not.toContain(word)
  return found.databases['exam-room'] ?? { answers: [], attempts: [] }
}

/** Goes back as far as possible: no page of the account is shown on the way. */
async function expectNoTracesInHistory(page: Page, personalTexts: readonly string[]) {
  for (let steps = 0; steps < 4; steps += 1) {
    await page.goBack({ timeout: 1000 }).catch(() => null)
    if (page.url() === 'about:blank') return
    await expect(page.getByText('Loading')).toHaveCount(0)
    const shown = await page.locator('body').innerText()
    for (const word of personalTexts) expect(shown).not.toContain(word)
  }
}

async function createExams(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const read = await createReleasedExam(admin, {
    title: 'Read Before',
    questions: createQuestions(2),
  })
  const running = await createReleasedExam(admin, {
    title: 'Still Running',
    questions: createQuestions(3),
    integrityMode: 'observe',
  })
  const student = await createStudent(testApp, 'Asha Rao')
  await completeAttempt(student, read._id, 1)
  await admin.request(releaseResults, { params: { testId: read._id } })
  return {
    admin,
    read,
    running,
    student,
    personalTexts: ['Asha', student.email, 'Read Before', 'Question 1'],
  }
}

/** Works like a student: reads a result, answers, and one answer does not get through. */
async function takeExam(page: Page, { student }: Awaited<ReturnType<typeof createExams>>) {
  await logInOnScreen(page, student)
  await page.getByRole('link', { name: 'Result' }).click()
  await page.getByRole('link', { name: 'View Details of Read Before' }).click()
  await expect(page.getByText('Your answer', { exact: true }).first()).toBeVisible()
  await page.goto('/student/studentpanel')
  await start(page, 'Still Running')
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await page.route('**/submit-answer/**', (route) => route.abort())
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto('/student/studentpanel')
  await expect(page.getByText('1 answer of your quiz Still Running is kept')).toBeVisible()
}

function logoutButton(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: 'Logout' }).last()
}

/** Includes what the panel preloads, which a page that goes offline would retry. */
async function logInAndWaitForIdle(page: Page, student: TestStudent) {
  await logInOnScreen(page, student)
  await page.waitForLoadState('networkidle')
}

async function hasLoginCookie(context: BrowserContext) {
  return (await context.cookies()).some(({ name }) => /session/.test(name))
}

test('a student leaves only pending answers behind, which are sent for nobody else', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const setup = await createExams(testApp)
  const { admin, running, student, personalTexts } = setup
  await takeExam(page, setup)
  await logoutButton(page).click()
  await expect(page).toHaveURL('/')
  expect(await hasLoginCookie(context)).toBe(false)
  const remaining = await expectNoTraces(page, personalTexts)
  expect(remaining.answers).toEqual([
    {
      attemptId: expect.any(String),
      questionId: expect.any(String),
      selectedOption: expect.any(Number),
      sequence: expect.any(Number),
    },
  ])
  for (const row of remaining.attempts ?? []) {
    expect(Object.keys(row as object).toSorted()).toEqual([
      'attemptId',
      'endsAt',
      'lastSequence',
      'testId',
    ])
  }
  await expectNoTracesInHistory(page, personalTexts)

  await page.unroute('**/submit-answer/**')
  const other = await createStudent(testApp, 'Bina Das')
  await logInOnScreen(page, other)
  await expect(page.getByRole('button', { name: 'Start Still Running' })).toBeVisible()
  await logoutButton(page).click()
  await expect(page).toHaveURL('/')
  expect((await expectNoTraces(page, [...personalTexts, 'Bina'])).answers).toHaveLength(1)

  await logInOnScreen(page, student)
  await expect(page.getByText('All that was waiting on this device is saved').first()).toBeVisible()
  await logoutButton(page).click()
  await expect(page).toHaveURL('/')
  expect(await expectNoTraces(page, personalTexts)).toEqual({ answers: [], attempts: [] })
  testApp.advanceClock(31 * 60_000)
  expect(await getOnlyAttempt(admin, running._id)).toMatchObject({ score: 2 })
  complaints.length = 0
})

test('an offline logout is stored, and sent before any other call', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const { student, personalTexts } = await createExams(testApp)
  await logInAndWaitForIdle(page, student)
  await context.setOffline(true)
  await logoutButton(page).click()
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeFocused()
  expect((await readBrowserStorage(page)).local).toEqual({
    'last-logout': expect.any(String),
    'owed-logout': 'yes',
  })
  expect(await hasLoginCookie(context), 'out of reach for a script').toBe(true)
  await context.setOffline(false)
  await expect(page, 'by itself').toHaveURL('/')
  expect(await hasLoginCookie(context)).toBe(false)
  await expectNoTraces(page, personalTexts)

  await logInAndWaitForIdle(page, student)
  await context.setOffline(true)
  await logoutButton(page).click()
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  const calls: string[] = []
  next.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  await next.goto('/student/result')
  await expect(next).toHaveURL(/student\/login/)
  expect(calls).toEqual(['/api/auth/logout'])
  expect(await hasLoginCookie(context)).toBe(false)
  await expectNoTraces(next, personalTexts)
  complaints.length = 0
})

test('a draft of a test is deleted at logout, in every tab, and never shown again', {
  tag: '@long',
}, async ({ page, context, testApp }) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/home')
  const write = async (tab: Page) => {
    await tab.goto('/admin/create/test')
    await tab.getByLabel('Title', { exact: true }).fill('Secret Exam')
    await writeQuestion(tab, 1, 'Who knows the key?', ['Key itself', 'Two', 'Three', 'Four'])
    await expect(tab.getByText(/^Saved /)).toBeVisible()
  }
  await write(page)
  const second = await context.newPage()
  await write(second)

  await logoutButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Log out and discard your draft?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Secret Exam')
  await logoutButton(page).click()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(second).toHaveURL(/\/admin\/login/)
  const personalTexts = ['Secret Exam', 'Key itself', 'admin@example.com']
  await expectNoTraces(page, personalTexts)
  await expectNoTraces(second, personalTexts)
  await expectNoTracesInHistory(page, personalTexts)
  await expectNoTracesInHistory(second, personalTexts)
})

test('a draft survives an expired session, but not the login of another user', async ({
  page,
  context,
  testApp,
}) => {
  await openAsAdmin(page, testApp)
  await page.goto('/admin/create/test')
  await page.getByLabel('Title', { exact: true }).fill('Secret Exam')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await context.clearCookies()
  await logInOnScreen(page, await createStudent(testApp, 'Bina Das'))
  const { local, session } = await readBrowserStorage(page)
  expect(JSON.stringify(session)).not.toContain('Secret Exam')
  expect(Object.keys(session)).not.toContain('test-draft:new')
  expect(Object.keys(local)).toContain('account')
})
