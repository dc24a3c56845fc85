import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findProgram } from '#programs/find-program.ts'
import { installPackages } from '#programs/install-packages.ts'

const run = promisify(execFile)
const programs = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  setxkbmap: 'x11-xkb-utils',
}
const screen = '1600x900x24'
/** It can wait for a window that never comes to the front. */
const maxXdotoolMs = 20_000

export type Desktop = {
  readonly env: NodeJS.ProcessEnv
  /** Real keys and a real mouse: https://manpages.debian.org/xdotool */
  readonly xdotool: (...args: readonly (string | number)[]) => Promise<string>
  readonly setKeyboard: (layout: string) => Promise<void>
  readonly close: () => void
}

/** A screen that nobody sees, with a window manager. @throws where its programs are missing */
export async function openDesktop(): Promise<Desktop> {
  await installMissing()
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const env = { ...process.env, DISPLAY: `:${await readDisplay(xvfb)}` }
  const openbox = spawn('openbox', { env, stdio: 'ignore' })
  const xdotool: Desktop['xdotool'] = async (...args) =>
    (await run('xdotool', args.map(String), { env, timeout: maxXdotoolMs })).stdout.trim()
  return {
    env,
    xdotool,
    setKeyboard: async (layout) => void (await run('setxkbmap', [layout], { env })),
    close() {
      openbox.kill()
      xvfb.kill()
    },
  }
}

async function installMissing() {
  const missing = Object.entries(programs).flatMap(([program, name]) =>
    isInstalled(program) ? [] : [name],
  )
  await installPackages(missing)
  if (!Object.keys(programs).every(isInstalled))
    throw new Error(`Install these first: apt-get install ${missing.join(' ')}`)
}

function isInstalled(program: string): boolean {
  return findProgram([program]) !== null
}

async function readDisplay(xvfb: ChildProcess): Promise<string> {
  const output = xvfb.stdio[3]
  if (!output || !('read' in output)) throw new Error('Xvfb has no output.')
  for await (const line of createInterface(output)) return line
  throw new Error('Xvfb did not start.')
}
