import type { Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { logIn, start } from './student-actions.ts'

/** The names that the browser itself tells a screen reader of. */
async function readNames(page: Page, role: string): Promise<unknown[]> {
  const protocol = await page.context().newCDPSession(page)
  const { nodes } = await protocol.send('Accessibility.getFullAXTree')
  return nodes.flatMap((node) => (node.role?.value === role ? [node.name?.value] : []))
}

test('formulas are drawn with their roots, and add nothing to a quiz without any', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const [plain] = createQuestions(1)
  if (!plain) throw new Error('No question')
  const formulas = {
    ...plain,
    options: [{ text: '\\(\\sqrt{2}\\)' }, { text: '`b` is \\(b^2\\)' }],
    correct_answer: '\\(\\sqrt{2}\\)',
    question: 'Which is \\(\\sqrt{\\frac{a}{b}}\\), not `\\(x\\)`?',
  }
  const common = { integrityMode: 'observe' } as const
  await createReleasedExam(admin, { ...common, title: 'Plain', questions: [plain] })
  await createReleasedExam(admin, { ...common, title: 'Maths', questions: [formulas] })
  const free = {
    ...common,
    navigation: 'free',
    title: 'Free maths',
    questions: [formulas],
  } as const
  await createReleasedExam(admin, free)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const isMath = (url: string) => /draw-formula|stix-two-math/.test(url)

  await logIn(page, await createStudent(testApp))
  await start(page, 'Plain')
  await page.goto('/student/studentpanel')
  expect(loaded.filter(isMath)).toEqual([])

  await start(page, 'Maths')
  const root = page.locator('#question-text msqrt')
  await expect(root).toBeVisible()
  await expect(page.locator('#question-text code')).toHaveText('\\(x\\)')
  const widths = await root.evaluate((element) => {
    const content = element.querySelector('mfrac')
    return { root: element.clientWidth, fraction: content?.clientWidth ?? 0 }
  })
  expect(widths.root, 'room for the sign of the root').toBeGreaterThan(widths.fraction + 4)
  const question = 'Which is square root of a over b, end root , not \\(x\\)?'
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription(question)
  expect((await readNames(page, 'radio')).sort()).toEqual([
    'A square root of 2',
    'B b is b squared',
  ])
  await expectAccessible(page)

  await page.goto('/student/studentpanel')
  await start(page, 'Free maths')
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  const [left] = (await readNames(page, 'button')).filter((name) => /Question 1:/.test(`${name}`))
  expect(left).toContain(question)
})
