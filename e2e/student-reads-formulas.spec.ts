import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { logIn, start } from './student-actions.ts'

test('formulas are drawn with their roots, and cost those nothing who have none', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const [plain] = createQuestions(1)
  if (!plain) throw new Error('No question')
  const formulas = { ...plain, question: 'Which is \\(\\sqrt{\\frac{a}{b}}\\), not `\\(x\\)`?' }
  const common = { integrityMode: 'observe' } as const
  await createReleasedExam(admin, { ...common, title: 'Plain', questions: [plain] })
  await createReleasedExam(admin, { ...common, title: 'Maths', questions: [formulas] })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const isMath = (url: string) => /draw-formula|stix-two-math/.test(url)

  await logIn(page, await createStudent(testApp))
  await start(page, 'Plain')
  await page.goto('/student/studentpanel')
  expect(loaded.filter(isMath)).toEqual([])

  await start(page, 'Maths')
  const root = page.locator('h1 msqrt')
  await expect(root).toBeVisible()
  await expect(page.locator('h1 code')).toHaveText('\\(x\\)')
  const widths = await root.evaluate((element) => {
    const content = element.querySelector('mfrac')
    return { root: element.clientWidth, fraction: content?.clientWidth ?? 0 }
  })
  expect(widths.root, 'room for the sign of the root').toBeGreaterThan(widths.fraction + 4)
  await expectAccessible(page)
})
