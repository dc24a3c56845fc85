import { expect } from '@playwright/test'
import { studentPassword, type TestStudent } from '#test/factories.ts'
import { adminEmail, adminPassword } from '#test/test-app.ts'
import type { BrowserPage, Point } from './browser-page.ts'
import {
  type ElementKind,
  type Found,
  findOnScreen,
  type Name,
  readScreen,
  toSentName,
  toSentQuery,
} from './find-on-screen.ts'

/** The way to the server, which can be cut. */
type Network = { readonly url: string; isDown: boolean }

export type User = ReturnType<typeof createUser>

/**
 * A person in any browser: finds elements by their accessible names, uses a real mouse and real
 * keys as far as the browser's protocol has them, and waits for each.
 */
export function createUser(page: BrowserPage, network: Network, within?: Name) {
  const find = (kind: ElementKind, name: Name) =>
    page.evaluate(findOnScreen, toSentQuery({ kind, name, within })).catch(ignoreNavigation)

  /** Waits until it is enabled, nothing lies above it, and it no longer moves. */
  async function waitFor(kind: ElementKind, name: Name): Promise<Found & { point: Point }> {
    let found: Found | null = null
    let last: Point | null = null
    let looksUnmoved = 0
    const isReady = async () => {
      found = await find(kind, name)
      const point = found?.point ?? null
      const isStill = point !== null && point.x === last?.x && point.y === last.y
      looksUnmoved = isStill ? looksUnmoved + 1 : 0
      last = point
      return looksUnmoved >= 3 && found?.isEnabled
    }
    await expect.poll(isReady, { message: `the ${kind} ${name}`, intervals }).toBe(true)
    return found as never
  }

  const readText = () => page.evaluate(readScreen).catch(() => '')
  async function click(name: Name, kind: ElementKind = 'button') {
    const { point } = await waitFor(kind, name)
    await page.clickAt(point)
  }
  const see = async (text: Name) => {
    const { source, flags } = text instanceof RegExp ? text : toPart(text)
    await expect.poll(readText, { intervals }).toMatch(new RegExp(source, flags))
  }
  const readPath = () => page.evaluate(() => location.pathname + location.search)

  const user = {
    page,
    /** The same person, looking only at a part of the page. */
    within: (part: Name) => createUser(page, network, part),
    open: (path: string) => page.open(network.url + path),
    reload: () => page.reload(),
    goBack: () => page.evaluate(() => history.back()),
    click,
    follow: (name: Name) => click(name, 'link'),

    async fill(name: Name, text: string) {
      await click(name, 'field')
      await page.evaluate(() => (document.activeElement as HTMLInputElement).select?.())
      if (text === '') await page.press('Backspace')
      else await page.type(text)
      const readValue = async () => (await find('field', name))?.value
      await expect.poll(readValue, { message: `the text of ${name}`, intervals }).toBe(text)
    },
    /** A radio button, a checkbox or a switch. */
    async choose(name: Name) {
      const { isChecked } = await waitFor('choice', name)
      if (!isChecked) await click(name, 'choice')
      await expect
        .poll(async () => (await find('choice', name))?.isChecked, { intervals })
        .toBe(true)
    },
    /** As drivers do it: the list that opens is the system's, not the page's. */
    async select(name: Name, option: string) {
      await waitFor('field', name)
      await page.evaluate((label) => {
        const list = document.querySelector<HTMLSelectElement>('select[data-found]')
        const chosen = Array.from(list?.options ?? []).find((one) => one.text.trim() === label)
        if (!list || !chosen) throw new Error(`There is no option ${label}.`)
        chosen.selected = true
        for (const type of ['input', 'change'])
          list.dispatchEvent(new Event(type, { bubbles: true }))
      }, option)
    },
    async upload(name: Name, ...paths: readonly string[]) {
      await expect.poll(() => find('file', name), { message: `the file ${name}` }).not.toBeNull()
      await page.setFiles('[data-found]', paths)
    },
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await page.press(key)
    },
    zoomIn: () => page.zoom('in'),
    resetZoom: () => page.zoom('reset'),

    leave: () => page.leave(),
    returnToPage: () => page.returnToPage(),

    async goOffline() {
      network.isDown = true
      await page.setOffline?.(true)
    },
    async goOnline() {
      network.isDown = false
      await page.setOffline?.(false)
    },

    see,
    async seeNothingOf(text: Name) {
      const { source, flags } = text instanceof RegExp ? text : toPart(text)
      await expect.poll(readText, { intervals }).not.toMatch(new RegExp(source, flags))
    },
    async seeThe(kind: ElementKind, name: Name) {
      await expect
        .poll(() => find(kind, name), { message: `the ${kind} ${name}`, intervals })
        .not.toBeNull()
    },
    async seeNo(kind: ElementKind, name: Name) {
      await expect
        .poll(() => find(kind, name), { message: `no ${kind} ${name}`, intervals })
        .toBeNull()
    },
    async seePath(path: string) {
      const readPlace = async () => {
        const place = await readPath().catch(() => '')
        return place === path ? place : `${place}: ${await readText()}`
      }
      await expect.poll(readPlace, { intervals }).toBe(path)
    },
    readText,
    readPath,

    async logIn({ email }: Pick<TestStudent, 'email'>, password = studentPassword) {
      await user.open('/student/login')
      await user.submitLogin(email, password)
      await user.seePath('/student/studentpanel')
    },
    async logInAsAdmin() {
      await user.open('/admin/login')
      await user.submitLogin(adminEmail, adminPassword)
      await user.seePath('/admin/home')
    },
    async submitLogin(email: string, password: string) {
      await user.fill('Email', email)
      await user.fill('Password', password)
      await user.click('Login')
    },
    async startQuiz(title: string) {
      await user.click(`Start ${title}`)
      await user.click('Start the quiz')
      await user.see('Question 1 of')
    },
    /** Chooses an option and sends it, and waits until the server has it. */
    async submitAnswer(number: number, option: RegExp) {
      await user.see(`Question ${number} of`)
      await user.choose(option)
      await user.click('Submit Answer')
      await user.see(`Answer ${number} saved`)
    },
    /** The page of thanks makes way for the panel after 5 s. */
    async finishQuiz() {
      await user.click('Finish Quiz')
      await user.see(/Thank you!|Tests that are released.* Completed/)
    },
  }
  return user
}

const intervals = [50, 50, 100, 100, 200, 250]

/** The page that was asked may just be leaving: the next one is asked again. */
function ignoreNavigation(): null {
  return null
}

function toPart(text: string) {
  return { source: toSentName(text).source.slice(1, -1), flags: 'i' }
}
