import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#programs/chromium.ts'

const args = [
  ...chromiumArgs,
  '--headless=new',
  '--window-size=1280,900',
  '--remote-debugging-port=0',
]

/** A Chromium whose profile survives it, to be killed as a power cut would. */
export function createKillableBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'))
  let running: { process: ChildProcess; browser: Browser } | null = null

  async function open(): Promise<Page> {
    const program = findChromium()
    if (!program) throw new Error('No Chromium was found.')
    const started = spawn(program, [...args, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const browser = await chromium.connectOverCDP(await readDevtoolsAddress(started))
    running = { process: started, browser }
    const [context] = browser.contexts()
    if (!context) throw new Error('Chromium opened no window.')
    return context.newPage()
  }

  /** SIGKILL: the page gets no event and writes nothing. */
  async function kill() {
    if (!running) return
    const { process: victim, browser } = running
    running = null
    const exited = once(victim, 'exit')
    victim.kill('SIGKILL')
    await exited
    await browser.close().catch(() => undefined)
  }

  return {
    open,
    kill,
    async dispose() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function readDevtoolsAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium has no stderr.')
  for await (const line of createInterface(stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) {
      stderr.resume()
      return address
    }
  }
  throw new Error('Chromium did not start.')
}
