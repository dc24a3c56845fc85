import { setTimeout as pause } from 'node:timers/promises'
import { type QuizWindow, waitFor } from '../real-window/quiz-window.ts'
import type { ScreenReader } from './screen-reader.ts'
import { findProblems, formatUtterances } from './spoken-words.ts'

/** An act, and what the screen reader answered. */
export type Answer = {
  readonly part: string
  readonly act: string
  readonly words: string
  readonly problems: readonly string[]
}

export type Walk = ReturnType<typeof createWalk>

/** By real keys through a page that nobody sees; each act is listened to. */
export function createWalk(reader: ScreenReader, page: QuizWindow) {
  const answers: Answer[] = []
  let part = ''
  const { xdotool } = reader.desktop

  async function listen(
    act: string,
    doIt: () => Promise<unknown>,
    expected: RegExp,
    waitMs?: number,
    /** Begins a page that is read whole; what comes before it belongs to the act before. */
    start?: string,
  ) {
    await doIt()
    const isEnough = (texts: readonly { readonly text: string }[]) =>
      expected.test(texts.map(({ text }) => text).join(' | '))
    const all = await reader.hear(isEnough, waitMs)
    const first = start ? all.findIndex(({ text }) => text.includes(start)) : 0
    const utterances = all.slice(Math.max(0, first))
    const problems = findProblems(utterances, expected, start !== undefined)
    const words = formatUtterances(utterances)
    answers.push({ part, act, words, problems })
    console.log(`${problems.length > 0 ? '!' : ' '} ${act} -> ${words} ${problems.join('; ')}`)
  }

  const type = (...keys: readonly string[]) => xdotool('key', '--clearmodifiers', ...keys)
  const press = (key: string, expected: RegExp, waitMs?: number) =>
    listen(key, () => type(key), expected, waitMs)

  /** Without an act of the hands: the words of what is focused so are not listened to. */
  async function focus(name: string) {
    await waitFor(() => page.evaluate<boolean>(`(${focusNamed})(${JSON.stringify(name)})`))
    await reader.rest()
  }

  return {
    answers,
    listen,
    press,
    type,
    focus,
    begin(name: string) {
      part = name
      console.log(name)
    },
    /** By the address bar. It would read the whole page then, until a key is pressed. */
    async open(url: string, title: string) {
      await type('ctrl+l')
      await xdotool('type', '--delay', 10, url)
      await reader.rest()
      const doIt = async () => {
        await type('Return')
        await reader.waitForWords(new RegExp(`main content|${title}`))
        await type('Control_L')
      }
      await listen(`open ${new URL(url).pathname}`, doIt, new RegExp(title), 20_000, title)
    },
    /** Puts the focus on a control, and presses a key there. */
    async pressOn(name: string, key: string, expected: RegExp, waitMs?: number) {
      await focus(name)
      await listen(`${key} on “${name}”`, () => type(key), expected, waitMs)
    },
    /**
     * Firefox tells of the last letters a frame later. A key within that frame has moved the focus by
     * then, and Orca goes back to the field, and says the new one twice.
     */
    async write(text: string) {
      await xdotool('type', '--delay', 30, text)
      await reader.rest()
    },
    /** Quickly and unheard. */
    async fill(values: Readonly<Record<string, string | true>>) {
      for (const [name, value] of Object.entries(values)) {
        const call = `(${fillNamed})(${JSON.stringify(name)}, ${JSON.stringify(value)})`
        await waitFor(() => page.evaluate<boolean>(call))
      }
      await pause(300)
      await reader.rest()
    },
  }
}

const findNamed = `
  const readName = (one) =>
    (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent)
      .replace(/\\s+/g, ' ').trim()
  const inMain = (one) => one.closest('main, form, [role=dialog], [role=alertdialog]') !== null
  const all = [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((one) => !one.disabled && one.getClientRects().length > 0)
    .sort((one, other) => inMain(other) - inMain(one))
  const found = all.find((one) => readName(one) === name)
    ?? all.find((one) => readName(one).startsWith(name))
  if (!found) return false
`

const focusNamed = `(name) => {
  ${findNamed}
  found.scrollIntoView({ block: 'center' })
  found.focus()
  return document.activeElement === found
}`

/** As a script of the page sees it: a value, or \`true\` for a press. */
const fillNamed = `(name, value) => {
  ${findNamed}
  if (value === true) {
    if (!found.checked) found.click()
    return true
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value').set.call(found, value)
  for (const type of ['input', 'change']) found.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}`
