import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { acts } from './acts.ts'
import { answerByProtocol, toPlaywrightKey, windowSize, zoomByProtocol } from './by-protocol.ts'
import type { Hands } from './student-hands.ts'

/** The expectation of an act before anybody has tried it. */
export type Mark = 'innocent' | 'may end'

/** An act that every engine is asked for, in a strict exam. */
export type EngineAct = {
  readonly name: string
  readonly mark: Mark
  readonly do: (hands: Hands, isLong: boolean) => Promise<unknown>
  /** For a browser without a window; where not, it takes a window. */
  readonly byProtocol?: (page: Page, isLong: boolean) => Promise<unknown>
  /** MiniBrowser takes its key before the page hears of it, and so the focus. */
  readonly isKeptFromPage?: true
  /** The message that a student must read where the act has ended the quiz. */
  readonly message?: string
}
type Doing = EngineAct['do']
type ProtocolDoing = NonNullable<EngineAct['byProtocol']>

const forgive = (name: string, act: Doing, byProtocol?: ProtocolDoing): EngineAct => {
  return { name, mark: 'innocent', do: act, ...(byProtocol && { byProtocol }) }
}
const end = (name: string, act: Doing, byProtocol?: ProtocolDoing): EngineAct => {
  return { ...forgive(name, act, byProtocol), mark: 'may end' }
}
/** Keys that the page holds, or that do nothing. */
const press = (name: string, ...keys: readonly string[]): EngineAct =>
  forgive(
    name,
    ({ press: pressKeys }) => pressKeys(...keys),
    async ({ keyboard }) => {
      for (const key of keys) await keyboard.press(toPlaywrightKey(key))
    },
  )

const { width, height } = windowSize
/** From the left edge of the bar, in every engine. */
const backButton = 25
const sleepMs = 60_000
const shortSleepMs = 3_000

export const engineActs: readonly EngineAct[] = [
  forgive(
    'zoom in and back, by key',
    ({ press: keys }) => keys('ctrl+plus', 'ctrl+plus', 'ctrl+plus', 'ctrl+0'),
    (page) => zoomByProtocol(page, 1.25, 1.5, 1),
  ),
  forgive(
    'zoom out and back, by key',
    ({ press: keys }) => keys('ctrl+minus', 'ctrl+minus', 'ctrl+minus', 'ctrl+0'),
    (page) => zoomByProtocol(page, 0.8, 0.5, 1),
  ),
  forgive('zoom in and back, by the wheel', async ({ desktop, scroll, press: keys }) => {
    await desktop.xdotool('keydown', 'ctrl')
    await scroll(-3)
    await desktop.xdotool('keyup', 'ctrl')
    await keys('ctrl+0')
  }),
  forgive(
    'zoom in, and an answer in the larger page',
    async ({ press: keys }) => {
      await keys('ctrl+plus', 'ctrl+plus')
      await pause(700)
      await keys('a', 'Return')
      await pause(900)
    },
    async (page) => {
      await zoomByProtocol(page, 1.5)
      await answerByProtocol(page)
    },
  ),
  forgive('full screen and back', find('full screen and back')),
  { ...press('print: Ctrl+P', 'ctrl+p'), isKeptFromPage: true },
  { ...press('find: Ctrl+F, F3, Ctrl+G', 'ctrl+f', 'F3', 'ctrl+g'), isKeptFromPage: true },
  press('a file picker: Ctrl+O, Ctrl+S', 'ctrl+o', 'ctrl+s'),
  press(
    'developer keys: F12, Ctrl+U, Ctrl+Shift+I, C, E, J, K, M',
    ...['F12', 'ctrl+u'],
    ...[...'icejkm'].map((letter) => `ctrl+shift+${letter}`),
  ),
  press('copy and paste: Ctrl+A, C, X, V', 'ctrl+a', 'ctrl+c', 'ctrl+x', 'ctrl+v'),
  press('lone keys: Alt, Super, Print, Escape', 'Alt_L', 'Super_L', 'Print', 'Escape'),
  forgive('Tab all the way round', find('Tab all the way round'), async ({ keyboard }) => {
    for (let times = 0; times < 14; times++) await keyboard.press('Tab')
  }),
  forgive(
    'a right click',
    ({ click }) => click('#question-text', 3),
    (page) => page.click('#question-text', { button: 'right' }),
  ),
  forgive('a bar or a question of the browser', async ({ quiz }) => {
    await quiz.evaluate(askSomething)
    await pause(2_000)
  }),
  forgive('a select box', async ({ quiz, click, press: keys }) => {
    await quiz.evaluate(addSelectBox)
    await click('#box')
    await pause(900)
    await keys('Down', 'Return')
  }),
  forgive(
    'the settings of the quiz, opened and closed',
    async ({ click, press: keys }) => {
      await click(settings)
      await pause(900)
      await keys('Escape')
    },
    async (page) => {
      await page.click(settings)
      await page.keyboard.press('Escape')
    },
  ),
  forgive(
    'an answer by mouse, and one by key',
    async ({ click, press: keys }) => {
      await click('fieldset label')
      await click('form button[type="submit"]')
      await pause(1_500)
      await keys('b', 'Return')
      await pause(900)
    },
    answerByProtocol,
  ),
  forgive(
    'a screen that is turned, and back',
    async ({ onWindow }) => {
      await onWindow('windowsize', 620, height)
      await pause(1_000)
      await onWindow('windowsize', width, height)
    },
    async (page) => {
      for (const size of [
        { width: height, height: width },
        { width, height },
      ])
        await page.setViewportSize(size).then(() => pause(500))
    },
  ),
  forgive(
    'a keyboard on the screen: 340 px lower, and back',
    async ({ onWindow }) => {
      await onWindow('windowsize', width, height - 340)
      await pause(1_000)
      await onWindow('windowsize', width, height)
    },
    async (page) => {
      for (const less of [340, 0])
        await page.setViewportSize({ width, height: height - less }).then(() => pause(500))
    },
  ),
  forgive('a window drawn smaller in twenty steps', find('a window resized in twenty steps')),
  forgive('a glance at another program', ({ glance }) => glance()),
  forgive(
    'a computer that sleeps for 60 s',
    ({ sleep }, isLong) => sleep(isLong ? sleepMs : shortSleepMs),
    async (page, isLong) => {
      const protocol = await page.context().newCDPSession(page)
      await protocol.send('Page.setWebLifecycleState', { state: 'frozen' })
      await pause(isLong ? sleepMs : shortSleepMs)
      await protocol.send('Page.setWebLifecycleState', { state: 'active' })
    },
  ),

  end('another tab', find('a new tab')),
  end('another window', find('a new window')),
  end('another program for 1.5 s', find('another program for 1.5 s')),
  end('the address bar, by mouse', find('the address bar, by mouse')),
  end('a window that is minimized', find('a window that is minimized')),
  end('the reload button, and Reload', find('the reload button, and Reload'), (page) =>
    page.reload(),
  ),
  end(
    'the back button, and Leave and submit',
    async ({ clickBar, click }) => {
      await clickBar(backButton)
      await pause(1_000)
      await click('[aria-modal="true"] button:last-of-type')
    },
    async (page) => {
      await page.evaluate(() => history.back())
      await page.getByRole('button', { name: 'Leave and submit' }).click()
    },
  ),
  {
    ...end('a side panel above 160 px', async ({ quiz, openSidePanel }) => {
      // However it is asked for: some engines have no more than a key for it.
      await quiz.evaluate('void (Event.prototype.preventDefault = () => undefined)')
      await openSidePanel()
    }),
    message: 'Something opened beside the page',
  },
]

const settings = '[aria-label="Text size, contrast, theme"]'

/**
 * Makes the browser show something by itself: a pop-up it has blocked, which is one 5 s after the
 * last click, a bar about a handler, one about notices.
 */
const askSomething = `void (
  navigator.userAgent.includes('Chrome')
    ? setTimeout(() => open('about:blank'), 6000)
    : navigator.userAgent.includes('Firefox')
      ? navigator.registerProtocolHandler('web+quiz', location.origin + '/?from=%s')
      : Notification.requestPermission()
)`

const addSelectBox = `(() => {
  const box = document.createElement('select')
  box.id = 'box'
  for (const text of ['one', 'two', 'three']) box.append(new Option(text))
  document.querySelector('main').append(box)
})()`

function find(name: string): Doing {
  const act = acts.find((one) => one.name === name)
  if (!act) throw new Error(`No act is called ${name}.`)
  return act.do
}
