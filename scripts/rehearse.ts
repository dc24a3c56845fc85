import { setMaxListeners } from 'node:events'
import { readCommand } from './command-line/read-command.ts'
import { describeLeftovers, eraseLeftovers, findLeftovers, isEmpty } from './rehearsal/clean-up.ts'
import { type Options, readOptions } from './rehearsal/options.ts'
import { createPrompt } from './rehearsal/prompt.ts'
import {
  describeBrake,
  describeClientLag,
  formatFigures,
  formatVerdict,
} from './rehearsal/report.ts'
import { type RehearsalResult, runRehearsal } from './rehearsal/run-rehearsal.ts'
import { logInAsOwner, type Staff } from './rehearsal/staff.ts'
import { judge } from './rehearsal/verdict.ts'

const exitCodes = { go: 0, noGo: 1, incomplete: 2 } as const
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

try {
  process.exitCode = await rehearse(readOptions(readCommand('rehearse')))
} catch (error) {
  printError(error)
  process.exitCode = exitCodes.incomplete
}

async function rehearse(options: Options): Promise<ExitCode> {
  const staff = await logIn(options.url)
  try {
    const before = await findLeftovers(staff)
    if (!isEmpty(before)) {
      say(`An earlier rehearsal has left ${describeLeftovers(before)}: erasing them first.`)
      if (!(await cleanUp(staff, options))) return exitCodes.incomplete
    }
    if (options.isCleanUpOnly) {
      say('Nothing of a rehearsal is left.')
      return exitCodes.go
    }
    const result = await runUntilStopped(staff, options)
    say('Erasing the made-up students and the test.')
    const isClean = await cleanUp(staff, options)
    if (isClean) say('Nothing of the rehearsal is left but lines in the audit log.')
    return result ? report(result, isClean) : exitCodes.incomplete
  } finally {
    await staff.logOut()
  }
}

/** Null if it was stopped or could not be carried out, and why has been said. */
async function runUntilStopped(staff: Staff, options: Options): Promise<RehearsalResult | null> {
  const stopping = new AbortController()
  // Each student waits for it.
  setMaxListeners(0, stopping.signal)
  let stoppedAt = 0
  const stop = () => {
    // npm passes on a Ctrl-C that the terminal has sent here as well.
    if (stopping.signal.aborted && performance.now() - stoppedAt < 1_000) return
    if (stopping.signal.aborted) {
      printError(new Error(`Stopped. What is left is erased by: ${toCleanUpCommand(options)}`))
      process.exit(exitCodes.incomplete)
    }
    say('Stopping. What was made is erased first; stop it once more to leave it.')
    stoppedAt = performance.now()
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    return await runRehearsal(staff, options, { signal: stopping.signal, say })
  } catch (error) {
    if (!stopping.signal.aborted) printError(error)
    return null
  }
}

/** @returns false if something is left, and what has been said */
async function cleanUp(staff: Staff, options: Options): Promise<boolean> {
  try {
    await eraseLeftovers(staff)
    const left = await findLeftovers(staff)
    if (isEmpty(left)) return true
    printError(new Error(`Still there: ${describeLeftovers(left)}.`))
  } catch (error) {
    printError(error)
    const left = await findLeftovers(staff).catch(() => null)
    const what = left ? describeLeftovers(left) : 'perhaps all that the rehearsal has made'
    printError(new Error(`Still there: ${what}.`))
  }
  printError(new Error(`It is erased by: ${toCleanUpCommand(options)}`))
  return false
}

function report({ figures, clientLagMs }: RehearsalResult, isClean: boolean): ExitCode {
  const verdict = judge(figures)
  const notes = [describeBrake(figures.calls), describeClientLag(clientLagMs)].filter(Boolean)
  console.log(
    ['', formatFigures(figures, verdict), ...notes, '', formatVerdict(verdict)].join('\n'),
  )
  if (!isClean) return exitCodes.incomplete
  return verdict.isGo ? exitCodes.go : exitCodes.noGo
}

async function logIn(url: URL): Promise<Staff> {
  const prompt = createPrompt()
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = process.env
  const askCode = async () => {
    const code = await prompt.ask('Code of the authenticator app: ')
    prompt.close()
    return code
  }
  try {
    const email = ADMIN_EMAIL || (await prompt.ask('Email address of an owner: '))
    const password = ADMIN_PASSWORD || (await prompt.askHidden('Password: '))
    return await logInAsOwner({ url, email, password, askCode })
  } finally {
    prompt.close()
  }
}

function toCleanUpCommand({ url }: Options): string {
  return `npm run rehearse -- --url ${url.origin} --clean-up`
}

function say(text: string) {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)
}

function printError(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
}
