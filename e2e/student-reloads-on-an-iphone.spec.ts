import { AxeBuilder } from '@axe-core/playwright'
import { devices, type Page } from '@playwright/test'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, start } from './student-actions.ts'

const { defaultBrowserType: _, ...iPhone } = devices['iPhone 13']
test.use(iPhone)

/** An iPhone knows a property that no other device knows, and asks nothing before a reload. */
async function behaveLikeAnIPhone(page: Page) {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS) as (...args: readonly string[]) => boolean
    CSS.supports = (...args: readonly string[]) =>
      args[0] === '-webkit-touch-callout' || supports(...args)
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  })
}

async function setUp(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', questions: createQuestions(4) }
  const { _id: testId } = await createReleasedExam(admin, exam)
  return {
    admin,
    student: await createStudent(testApp),
    getAttempt: () => getOnlyAttempt(admin, testId),
    listEvents: async () => {
      const attemptId = (await getOnlyAttempt(admin, testId))?._id ?? ''
      return (await admin.request(listAttemptEvents, { params: { attemptId } })).json
    },
  }
}

const getWarning = (page: Page) =>
  page.getByRole('alertdialog', { name: 'The page was reloaded or closed' })

test('the first reload of a strict quiz warns, and the second ends it', async ({
  page,
  testApp,
  complaints,
}) => {
  await behaveLikeAnIPhone(page)
  const { student, getAttempt, listEvents } = await setUp(testApp)
  await logIn(page, student)
  await page.getByRole('button', { name: 'Start Node JS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Node JS' })
  await expect(dialog).toContainText('Refreshing or closing this page a second time')
  await expect(dialog).toContainText('Your browser does not ask before it refreshes a page')
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  const readOverscroll = () => getComputedStyle(document.documentElement).overscrollBehavior
  expect(await page.evaluate(readOverscroll), 'a pull reloads nothing').toBe('none')
  await choose(page, /right/)

  await page.reload()
  await expect(getWarning(page)).toContainText('Warning 1 of 1')
  await expect(getWarning(page)).toContainText('Nothing is lost')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(getWarning(page)).toBeHidden()
  await expect(page.getByText('1 of 1 warning')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ status: 'In progress' })
  const [, reload] = await listEvents()
  expect(reload?.durationMs, 'how long the page was away').toBeGreaterThan(0)

  await choose(page, /right/)
  await page.reload()
  await expect(page.getByText('Page refreshed or closed', { exact: true })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Page refreshed or closed' })
  const kinds = (await listEvents()).map(({ kind }) => kind)
  expect(kinds).toEqual(['no-reload-prompt', 'refresh', 'warning-read', 'refresh'])
  complaints.length = 0
})

test('a phone that asks before a reload has the usual rules and consequences', async ({
  page,
  testApp,
  complaints,
}) => {
  const { student, getAttempt, listEvents } = await setUp(testApp)
  await logIn(page, student)
  await start(page, 'Node JS')
  await page.reload()
  await expect(page.getByText('Page refreshed or closed', { exact: true })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ finishReason: 'Page refreshed or closed' })
  expect((await listEvents()).map(({ kind }) => kind)).toEqual(['refresh'])
  complaints.length = 0
})
