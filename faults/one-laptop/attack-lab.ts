import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeededRandom } from '#core/random.ts'
import { type Cohort, createCohort } from '#test/cohort.ts'
import { startServer } from '#test/server-process.ts'
import { createBrowser } from '../browser.ts'
import type { Tally } from './attack.ts'
import type { AttackerOptions } from './attacker.ts'
import { type CohortReport, runCohort } from './run-cohort.ts'

export type AttackReport = CohortReport &
  ResourceUse & { readonly attack: string; readonly tally: Readonly<Record<string, number>> }

type LabOptions = { readonly classSize: number; readonly seed: number }
type AttackOptions = { readonly seconds: number; readonly answersEach: number }

const classAddress = '127.0.0.20'
/** The share of the time for which the attack runs before the class arrives. */
const headStartShare = 1 / 10

export type AttackLab = Awaited<ReturnType<typeof createAttackLab>>

/**
 * A real server with a class that logs in from the lab each week, and an attacker's laptop
 * elsewhere.
 */
export async function createAttackLab({ classSize, seed }: LabOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'one-laptop-'))
  // Temporary files go here, too, so that they are measured.
  const tempFolder = join(folder, 'tmp')
  mkdirSync(tempFolder)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const cohort = await createCohort(dataDir, { size: classSize })
  const server = await startServer({ dataDir, env: { RATE_LIMITS: 'on', TMPDIR: tempFolder } })
  await logInEveryone(server.url, cohort)
  const { pid } = server.child
  if (!pid) throw new Error('The server has no process')
  let attackers = 0

  return {
    async attack(attack: string, { seconds, answersEach }: AttackOptions): Promise<AttackReport> {
      // Each attack gets a new address, so that limits used up by one do not weaken the next.
      const localAddress = `127.0.1.${++attackers}`
      const attacker = await startAttacker({
        attack,
        localAddress,
        seed,
        emails: cohort.emails,
        port: Number(new URL(server.url).port),
      })
      try {
        const stopWatching = watchServer(pid, folder)
        attacker.begin()
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * headStartShare))
        const report = await runCohort({
          url: server.url,
          cohort,
          localAddress: classAddress,
          answersEach,
          random: createSeededRandom(seed),
          seconds: seconds * (1 - headStartShare),
        })
        const tally: Tally = await attacker.end()
        return { attack, ...report, ...stopWatching(), tally }
      } finally {
        attacker.kill()
      }
    },
    async close() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the lab a place from which each of these accounts has logged in before. */
async function logInEveryone(url: string, { emails, password }: Cohort) {
  for (const email of emails) {
    const browser = createBrowser({ url, localAddress: classAddress })
    const { status, text } = await browser.call('POST', '/api/auth/studentLogin', {
      email,
      password,
    })
    browser.close()
    if (status !== 200) throw new Error(`${email} could not log in before the attack: ${text}`)
  }
}

type AttackerProcess = {
  begin(): void
  /** Ends the attack and resolves with the replies that the attacker got. */
  end(): Promise<Tally>
  kill(): void
}

/** Resolves when the attacker is ready: everything that it will send is prepared. */
async function startAttacker(options: AttackerOptions): Promise<AttackerProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [JSON.stringify(options)], {
    execArgv: [],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The attacker ended by itself (${options.attack})`)
  })
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return {
    begin: () => child.send('begin'),
    async end() {
      const reply = once(child, 'message')
      child.send('end')
      const [tally] = await Promise.race([reply, ended])
      return tally as Tally
    },
    kill: () => child.kill('SIGKILL'),
  }
}

type ResourceUse = {
  /** The peak memory of the process. */
  readonly rssMb: number
  /** The peak growth of the folder. */
  readonly grownMb: number
}

const sampleIntervalMs = 200

/** Samples the memory of the process and the size of its folder until it is stopped. */
function watchServer(pid: number, folder: string): () => ResourceUse {
  const sizeBefore = getFolderSize(folder)
  let rssMb = 0
  let grownMb = 0
  const sample = () => {
    rssMb = Math.max(rssMb, readRssMb(pid))
    grownMb = Math.max(grownMb, (getFolderSize(folder) - sizeBefore) / 1e6)
  }
  const timer = setInterval(sample, sampleIntervalMs)
  return () => {
    clearInterval(timer)
    sample()
    return { rssMb: Math.round(rssMb), grownMb: Math.round(grownMb * 10) / 10 }
  }
}

function readRssMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kilobytes ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}

function getFolderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + getFileSize(join(parentPath, name)), 0)
}

/** A file that was removed in the meantime counts as empty. */
function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
