import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { createSession } from '../../e2e/browsers/webdriver.ts'
import { findFreePort } from '../../e2e/browsers/webkit.ts'
import { listProcessTree } from './process-tree.ts'
import { listWindows, type QuizWindow, waitFor } from './quiz-window.ts'

/** The frame that openbox draws around a window; a page cannot know it. */
const frame = { border: 1, title: 20 }

/** WebKitGTK's MiniBrowser: GTK's own dialogs, a bar above the page, and an inspector for a side panel. */
export async function openWebkit(desktop: Desktop, driver: string): Promise<QuizWindow> {
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...desktop.env, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  const { call } = await createSession(`http://127.0.0.1:${port}`, {
    unhandledPromptBehavior: 'ignore',
  })
  const id = await waitFor(async () => (await listWindows(desktop, 'MiniBrowser'))[0])
  return {
    id,
    pageOrigin: `[screenX + ${frame.border}, screenY + ${frame.title} + outerHeight - innerHeight]`,
    reloadButton: -100,
    // Its inspector: there is nothing else that opens beside a page.
    sidePanel: ['ctrl+shift+i'],
    evaluate: async (expression) => {
      const script = `return (${expression})`
      return (await call('POST', '/execute/sync', { script, args: [] })) as never
    },
    async setCookies(cookies) {
      // A cookie is taken only for the page that is open.
      await call('POST', '/url', { url: cookies[0]?.url })
      for (const { name, value } of cookies)
        await call('POST', '/cookie', { cookie: { name, value } })
    },
    open: async (url) => void (await call('POST', '/url', { url })),
    async close() {
      const exited = once(server, 'exit')
      // The driver leaves a window behind that asks whether its page may be left.
      for (const pid of await listProcessTree(server.pid ?? 0)) process.kill(pid, 'SIGKILL')
      await exited
    },
  }
}
