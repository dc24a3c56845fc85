import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type BrowserPage, type JourneyBrowser, splitKeys } from './browser-page.ts'
import { type Desktop, openDesktop } from './desktop.ts'
import { createSession, toKeyActions, type WebDriverSession } from './webdriver.ts'

const windowSize = { width: 1280, height: 880 }

/** WebKitGTK's MiniBrowser by plain WebDriver, in windows on a screen of its own. */
export async function startWebkit(driver: string): Promise<JourneyBrowser> {
  const desktop = await openDesktop()
  let version = ''
  return {
    get version() {
      return version
    },
    async openPage() {
      const { session, stop } = await startDriver(driver, desktop)
      version = session.capabilities.browserVersion
      await session.call('POST', '/window/rect', { x: 0, y: 0, ...windowSize })
      return createPage(session, desktop, stop)
    },
    close: async () => desktop.close(),
  }
}

/** A driver holds one session at a time, which has storage of its own. */
async function startDriver(driver: string, { env }: Desktop) {
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...env, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  async function stop() {
    const exited = once(server, 'exit')
    server.kill()
    await exited
  }
  try {
    const capabilities = { unhandledPromptBehavior: 'accept' }
    const session = await createSession(`http://127.0.0.1:${port}`, capabilities)
    return { session, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function createPage(
  { call }: WebDriverSession,
  { xdotool }: Desktop,
  stopDriver: () => Promise<void>,
): BrowserPage {
  const act = (actions: object) => call('POST', '/actions', { actions: [actions] })
  const pressKeys = (actions: readonly object[]) => act({ type: 'key', id: 'keyboard', actions })
  /** Real keys, which reach the window, too. */
  const pressInWindow = async (keys: string) =>
    void (await xdotool('key', '--clearmodifiers', keys))
  const evaluate: BrowserPage['evaluate'] = async (run, argument) => {
    const script = `return (${run})(arguments[0])`
    return (await call('POST', '/execute/sync', { script, args: [argument ?? null] })) as never
  }
  return {
    complaints: [],
    open: async (url) => void (await call('POST', '/url', { url })),
    reload: async () => void (await call('POST', '/refresh')),
    evaluate,
    async clickAt({ x, y }) {
      // Its driver counts the pixels of the window, whatever the zoom.
      const zoom = await evaluate(() => outerWidth / innerWidth)
      const [left, top] = [Math.round(x * zoom), Math.round(y * zoom)]
      const actions = [
        { type: 'pointerMove', x: left, y: top, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
    },
    type: async (text) => void (await pressKeys([...text].flatMap((key) => toKeyActions([key])))),
    async press(keys) {
      const { modifiers, key } = splitKeys(keys)
      await pressKeys(toKeyActions([...modifiers, key]))
    },
    async setFiles(selector, paths) {
      const found = await call('POST', '/element', { using: 'css selector', value: selector })
      const [id] = Object.values(found as Readonly<Record<string, string>>)
      await call('POST', `/element/${id}/value`, { text: paths.join('\n') })
    },
    zoom: (to) => pressInWindow(to === 'in' ? 'ctrl+plus' : 'ctrl+0'),
    leave: () => pressInWindow('ctrl+t'),
    async returnToPage() {
      await pressInWindow('ctrl+w')
      // The page has the focus again with a click into it, here at its left edge.
      await xdotool('mousemove', 8, 400, 'click', 1)
    },
    async close() {
      try {
        await call('DELETE', '')
      } finally {
        await stopDriver()
      }
    },
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
