import type { Page } from '@playwright/test'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'

const countExams = 3

/** Seven windows on three tests; without a proxy a browser has six connections to the server. */
async function openScreens(page: Page, testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const testIds: string[] = []
  for (let count = 0; count < countExams; count++) {
    const { _id } = await createReleasedExam(admin, { duration: 30, title: `Exam ${count}` })
    testIds.push(_id)
    await startAttempt(await createStudent(testApp, `Asha ${count}`), _id)
  }
  await logInAsAdmin(page, '/admin/home')
  const screens: { readonly screen: Page; readonly exam: number }[] = []
  for (let count = 0; count < 7; count++) {
    const exam = count % countExams
    const screen = await page.context().newPage()
    screens.push({ screen, exam })
    await screen.goto(`/admin/test/${testIds[exam]}/live`)
    await expect(screen.getByRole('row', { name: `Asha ${exam}` })).toBeVisible()
  }
  /** One more student in each test. */
  const add = async (name: string) => {
    for (const [exam, testId] of testIds.entries())
      await startAttempt(await createStudent(testApp, `${name} ${exam}`), testId)
  }
  return { screens, add }
}

test('seven live screens of one browser share one stream, and the site still responds', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const { screens, add } = await openScreens(page, testApp)
  const countStreams = () => testApp.fastify.countLiveStreams()
  await expect.poll(countStreams).toBe(1)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const calls: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/live')) calls.push(request.url())
  })
  await add('Bela')
  for (const { screen, exam } of screens) {
    await expect(screen.getByRole('row', { name: `Bela ${exam}` })).toBeVisible()
    const other = (exam + 1) % countExams
    await expect(screen.getByRole('row', { name: `Bela ${other}` })).toHaveCount(0)
  }
  expect(calls).toEqual([])

  // The one that opened the stream.
  await screens[0]?.screen.close()
  await add('Chitra')
  for (const { screen, exam } of screens.slice(1))
    await expect(screen.getByRole('row', { name: `Chitra ${exam}` })).toBeVisible()
  expect([countStreams(), calls]).toEqual([1, []])

  // Nobody sees it.
  const last = screens[6]?.screen as Page
  const setHidden = (isHidden: boolean) =>
    last.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { get: () => value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await add('Divya')
  await setHidden(false)
  await expect(last.getByRole('row', { name: 'Divya 0' })).toBeVisible()
  for (const { screen } of screens.slice(1)) await screen.close()
  await expect.poll(countStreams).toBe(0)
})

test('live screens continue after the process of one of them was killed', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  const { screens, add } = await openScreens(page, testApp)
  const killed = screens[0]?.screen as Page
  const session = await page.context().newCDPSession(killed)
  const isKilled = killed.waitForEvent('crash')
  // It never replies.
  void session.send('Page.crash').catch(() => undefined)
  await isKilled
  await add('Bela')
  // If it takes the shared worker with it, the others notice within 20 s and ask until then.
  const rest = screens.slice(1).filter(({ screen }) => !screen.isClosed())
  for (const { screen, exam } of rest)
    await expect(screen.getByRole('row', { name: `Bela ${exam}` })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => testApp.fastify.countLiveStreams(), { timeout: 30_000 }).toBe(1)
})

test('a browser without shared workers opens a stream for each screen', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await page.context().addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  const { screens, add } = await openScreens(page, testApp)
  await expect.poll(() => testApp.fastify.countLiveStreams()).toBe(4)
  await add('Bela')
  // Those whose place was taken poll.
  for (const { screen, exam } of screens)
    await expect(screen.getByRole('row', { name: `Bela ${exam}` })).toBeVisible({ timeout: 15_000 })
})
