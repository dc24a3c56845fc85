import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { chromiumArgs, findOrInstallChromium } from '#programs/chromium.ts'
import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { downloadedName } from './downloaded-file.ts'
import { listWindows, type Place, type QuizWindow, waitFor } from './quiz-window.ts'

export async function openChromium(
  desktop: Desktop,
  [x, y, width, height]: Place,
): Promise<QuizWindow> {
  const profile = mkdtempSync(join(tmpdir(), 'real-window-'))
  const preferences = { download: { default_directory: profile } }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const before = await listWindows(desktop, 'chromium')
  const args = [
    ...chromiumArgs,
    '--test-type',
    '--no-default-browser-check',
    '--disable-session-crashed-bubble',
    '--password-store=basic',
    `--window-position=${x},${y}`,
    `--window-size=${width},${height}`,
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const chromium = spawn(await findOrInstallChromium(), args, {
    env: desktop.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => chromium.once('exit', resolve))
  const port = await readDebuggingPort(chromium)
  const page = await connect(await findPage(port))
  const id = await waitFor(async () =>
    (await listWindows(desktop, 'chromium')).find((one) => !before.includes(one)),
  )
  return {
    id,
    pageOrigin: '[screenX, screenY + outerHeight - innerHeight]',
    reloadButton: 98,
    // More tools, Developer tools.
    sidePanel: [-22, 'l', 'd'],
    evaluate: async <T>(expression: string) => {
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result } = (await page.send('Runtime.evaluate', options)) as { result: { value: T } }
      return result.value
    },
    setCookies: async (cookies) => void (await page.send('Network.setCookies', { cookies })),
    async open(url) {
      // Dialogs are answered only here: the page before may ask whether it may be left.
      await page.send('Page.enable', {})
      await page.send('Page.navigate', { url })
      await page.send('Page.disable', {})
    },
    async setOffline(offline) {
      await page.send('Network.enable', {})
      const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
      await page.send('Network.emulateNetworkConditions', conditions)
    },
    async download(url) {
      const browser = await connect(await findBrowser(port))
      const target = await browser.send('Target.createTarget', { url, background: true })
      await waitFor(async () => readdirSync(profile).includes(downloadedName))
      await pause(bubbleMs)
      await browser.send('Target.closeTarget', target as object)
      browser.close()
    },
    async close() {
      page.close()
      chromium.kill('SIGKILL')
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function readDebuggingPort({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium has no stderr.')
  for await (const line of createInterface(stderr)) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (!port) continue
    stderr.resume()
    return port
  }
  throw new Error('Chromium did not start.')
}

type Target = { readonly type: string; readonly webSocketDebuggerUrl: string }

function findPage(port: string): Promise<Target> {
  return waitFor(async () => {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[]
    return targets.find(({ type }) => type === 'page')
  })
}

async function findBrowser(port: string): Promise<Target> {
  return (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as Target
}

async function connect({ webSocketDebuggerUrl }: Target) {
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  /** A page that is closing, or held up by a dialog, answers nothing. */
  function send(method: string, params: object): Promise<unknown> {
    lastId += 1
    const id = lastId
    const reply = new Promise<unknown>((resolve) => {
      waiting.set(id, resolve)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return Promise.race([reply, pause(maxReplyMs).then(() => nothing)])
  }
  socket.addEventListener('message', ({ data }) => {
    const { id, method, result } = JSON.parse(String(data)) as Message
    if (id !== undefined) waiting.get(id)?.(result ?? nothing)
    if (method === 'Page.javascriptDialogOpening')
      send('Page.handleJavaScriptDialog', { accept: true })
  })
  return { send, close: () => socket.close() }
}

type Message = { readonly id?: number; readonly method?: string; readonly result?: unknown }
const maxReplyMs = 3_000
/** The browser says in a bubble that a file is there. */
const bubbleMs = 2_500
const nothing = { result: {} }
