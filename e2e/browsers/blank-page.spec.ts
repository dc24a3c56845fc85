import { site } from '#site'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { startFlakyProxy } from '#test/flaky-proxy.ts'
import { expect, test } from './fixtures.ts'
import { seeLivingHeading } from './living-heading.ts'
import { createUser } from './user.ts'

const notice = `This page could not be shown. Nothing you have sent before is lost. Try again, or call ${site.phone}.`
const quizNotice = `Answers that were saved are safe; others wait on this device. Your clock runs on. Try again, or call ${site.phone}.`

const brokenScripts = {
  'that throws': 'export default () => { throw new Error("broken") }',
  'that throws once it has waited': `
    let isReady = false
    const ready = new Promise((resolve) => setTimeout(resolve, 300)).then(() => { isReady = true })
    export default () => { throw isReady ? new Error("broken") : ready }`,
}
for (const [fault, script] of Object.entries(brokenScripts)) {
  test(`a page ${fault} says so, in the chosen theme`, {
    tag: fault === 'that throws' ? [] : '@long',
  }, async ({ testApp, openPage }) => {
    const proxy = await startFlakyProxy(testApp.url)
    proxy.alter = (text, path) => (path.startsWith('/assets/contact-screen') ? script : text)
    const user = createUser(await openPage(), proxy)
    await user.open('/blog')
    await user.page.evaluate(() => localStorage.setItem('color-scheme', 'dark'))
    await user.open('/contact')
    await seeLivingHeading(user, 'Something went wrong')
    await user.seeThe('button', 'Try again')
    const readScheme = () => user.page.evaluate(() => document.documentElement.dataset.colorScheme)
    expect(await readScheme()).toBe('dark')
    await proxy.close()
  })
}

/**
 * If this browser's storage says so, the frame of every page throws, also that of the error page:
 * nothing is left that React could draw.
 */
function breakFrame(text: string, path: string): string {
  if (!path.startsWith('/assets/root-')) return text
  const [, frame, file] = /(\w+) as Layout.*from"(.*?)"/.exec(text) ?? []
  return `${text.replace(`${frame} as Layout,`, '')}
    import { ${frame} as Frame } from "${file}"
    export function Layout(props) {
      if (localStorage.getItem('is-broken')) throw new Error('broken')
      return Frame(props)
    }`
}
const breakPage = () => localStorage.setItem('is-broken', 'yes')
const mendPage = () => localStorage.removeItem('is-broken')

test('an empty page says so, until anything is rendered', { tag: '@long' }, async ({
  testApp,
  openPage,
}) => {
  const proxy = await startFlakyProxy(testApp.url)
  proxy.alter = breakFrame
  const user = createUser(await openPage(), proxy)
  await user.open('/contact')
  await seeLivingHeading(user, 'Contact Us')
  await user.page.evaluate(breakPage)
  await user.reload()
  await expect.poll(user.readText).toBe(`${notice} Try again`)
  await user.seeThe('link', site.phone)
  await user.page.evaluate(() => document.body.append('Here is the page'))
  await expect.poll(user.readText).toBe('Here is the page')
  await user.page.evaluate(() => document.body.replaceChildren())
  await expect.poll(user.readText).toBe(`${notice} Try again`)
  await user.page.evaluate(mendPage)
  await user.click('Try again')
  await seeLivingHeading(user, 'Contact Us')
  await proxy.close()
})

test('an empty page of a running quiz says what is safe', async ({ testApp, openPage }) => {
  const proxy = await startFlakyProxy(testApp.url)
  proxy.alter = breakFrame
  const user = createUser(await openPage(), proxy)
  const exam = {
    title: 'Node JS',
    questions: createQuestions(1),
    integrityMode: 'observe' as const,
  }
  await createReleasedExam(await testApp.createAdmin(), exam)
  await user.logIn(await createStudent(testApp))
  await user.startQuiz('Node JS')
  await user.page.evaluate(breakPage)
  await user.reload()
  await expect.poll(user.readText).toBe(`${quizNotice} Try again`)
  await user.page.evaluate(mendPage)
  await user.click('Try again')
  await seeLivingHeading(user, 'Question 1 of 1')
  await proxy.close()
})
