import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type BrowserPage, type JourneyBrowser, splitKeys } from './browser-page.ts'
import { openDesktop } from './desktop.ts'
import { createSession, toKeyActions, type WebDriverSession } from './webdriver.ts'

const windowSize = { width: 1280, height: 880 }

/**
 * WebKitGTK's MiniBrowser by plain WebDriver, in a window on a screen of its own. A session has
 * storage of its own, and its driver holds one at a time.
 */
export async function startWebkit(driver: string): Promise<JourneyBrowser> {
  const desktop = await openDesktop()
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...desktop.env, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  let version = ''
  return {
    get version() {
      return version
    },
    async openPage() {
      const session = await createSession(`http://127.0.0.1:${port}`, {
        unhandledPromptBehavior: 'accept',
      })
      version = session.capabilities.browserVersion
      await session.call('POST', '/window/rect', { x: 0, y: 0, ...windowSize })
      const zoomKeys = { in: 'ctrl+plus', reset: 'ctrl+0' } as const
      return createPage(session, (to) => desktop.xdotool('key', '--clearmodifiers', zoomKeys[to]))
    },
    async close() {
      const exited = once(server, 'exit')
      server.kill()
      await exited
      desktop.close()
    },
  }
}

function createPage(
  { call }: WebDriverSession,
  pressZoomKey: (to: 'in' | 'reset') => Promise<unknown>,
): BrowserPage {
  const act = (actions: object) => call('POST', '/actions', { actions: [actions] })
  const pressKeys = (actions: readonly object[]) => act({ type: 'key', id: 'keyboard', actions })
  return {
    complaints: [],
    open: async (url) => void (await call('POST', '/url', { url })),
    reload: async () => void (await call('POST', '/refresh')),
    async evaluate(run, argument) {
      const script = `return (${run})(arguments[0])`
      return (await call('POST', '/execute/sync', { script, args: [argument ?? null] })) as never
    },
    async clickAt({ x, y }) {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
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
    zoom: async (to) => void (await pressZoomKey(to)),
    close: async () => void (await call('DELETE', '')),
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
