import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '#programs/find-program.ts'
import type { Desktop } from '../../e2e/browsers/desktop.ts'
import { listProcessTree } from '../real-window/process-tree.ts'
import { waitFor } from '../real-window/quiz-window.ts'
import { type SpeechEvent, toUtterances, type Utterance } from './spoken-words.ts'

const launcher = '/usr/libexec/at-spi-bus-launcher'
const programs = {
  orca: 'orca',
  'speech-dispatcher': 'speech-dispatcher',
  'dbus-daemon': 'dbus-daemon',
  'firefox-esr': 'firefox-esr',
}
/** Without a word for so long, it has nothing more to say. */
const quietMs = 1_200
const maxWaitMs = 8_000
const startMs = 60_000

/** Debian's packages that are missing here. */
export function listMissingPackages(): readonly string[] {
  const missing = Object.entries(programs).flatMap(([program, name]) =>
    findProgram([program]) ? [] : [name],
  )
  return existsSync(launcher) ? missing : [...missing, 'at-spi2-core', 'python3-pyatspi']
}

export type ScreenReader = Awaited<ReturnType<typeof openScreenReader>>

/** Orca in a session of its own, whose voice is written down. */
export async function openScreenReader(desktop: Desktop) {
  const folder = mkdtempSync(join(tmpdir(), 'screen-reader-'))
  const path = join(folder, 'spoken.jsonl')
  writeFileSync(path, '')
  const children: ChildProcess[] = []
  const env: NodeJS.ProcessEnv = {
    ...desktop.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LANG: 'C.UTF-8',
    GSETTINGS_BACKEND: 'keyfile',
    GNOME_ACCESSIBILITY: '1',
    SPEECHD_ADDRESS: `unix_socket:${join(folder, 'speech.sock')}`,
  }
  const start = (program: string, args: readonly string[]) => {
    children.push(spawn(program, args, { env, stdio: 'ignore' }))
  }
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(bus)
  for await (const line of createInterface(bus.stdout)) {
    env.DBUS_SESSION_BUS_ADDRESS = line
    break
  }
  bus.stdout.destroy()
  start(launcher, ['--launch-immediately', '--screen-reader=1'])
  start('speech-dispatcher', listSpeechOptions(folder, path))
  await waitFor(async () => existsSync(join(folder, 'speech.sock')), startMs)
  start('orca', ['--disable', 'key-echo'])

  let from = 0
  const readEvents = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(from, -1)
      .map((line): SpeechEvent => JSON.parse(line))
  /** Resolves once what was begun is spoken and nothing follows. */
  async function hear(isEnough: (utterances: readonly Utterance[]) => boolean, waitMs = maxWaitMs) {
    const startedAt = Date.now()
    for (;;) {
      const events = readEvents()
      const last = events.at(-1)
      const isQuiet = last?.kind !== 'begin' && Date.now() - (last?.at ?? startedAt) > quietMs
      const utterances = toUtterances(events)
      const isOver = Date.now() - startedAt > waitMs
      if ((isQuiet && (isOver || isEnough(utterances))) || Date.now() - startedAt > 4 * waitMs) {
        from += events.length
        return utterances
      }
      await pause(50)
    }
  }
  await hear((utterances) => utterances.some(({ text }) => /screen reader on/i.test(text)), startMs)

  return {
    /** The environment for programs that are to be read. */
    desktop: { ...desktop, env },
    hear,
    /** Leaves them to be heard. */
    waitForWords: (expected: RegExp) =>
      waitFor(async () => readEvents().some(({ text }) => expected.test(text)), startMs),
    /** Waits until it is silent; what it says until then answers no key. */
    rest: () => hear(() => true, quietMs),
    async close() {
      // The launcher's own bus would outlive it.
      const started = children.flatMap(({ pid }) => pid ?? [])
      const trees = await Promise.all(started.map(listProcessTree))
      for (const pid of new Set(trees.flat())) endProcess(pid)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by then.
  }
}

/** Writes its settings, with a voice that leads to the file. */
function listSpeechOptions(folder: string, path: string): readonly string[] {
  const voice = join(folder, 'voice')
  writeFileSync(
    voice,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'voice.ts')}' '${path}'\n`,
  )
  chmodSync(voice, 0o755)
  const settings = join(folder, 'speech')
  mkdirSync(settings)
  writeFileSync(
    join(settings, 'speechd.conf'),
    `LogLevel 1\nLogDir "${folder}"\nAddModule "file" "${voice}" ""\nDefaultModule file\n`,
  )
  const socket = join(folder, 'speech.sock')
  return [
    ...['--run-single', '--config-dir', settings, '--pid-file', join(folder, 'speech.pid')],
    ...['--communication-method', 'unix_socket', '--socket-path', socket],
  ]
}
