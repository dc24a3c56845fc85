import { parseArgs } from 'node:util'

export const usage = `Rehearses an exam day with made-up students against a server that runs, and says go or no-go.

  npm run rehearse -- --url https://academy.example --students 500
  npm run rehearse -- --url https://academy.example --clean-up

  --url        where the server is
  --students   how many made-up students take the test, 1 to 2000; 100 if left out
  --minutes    how long the test is open, 0.1 to 120; 5 if left out
  --clean-up   only erases what a rehearsal that was killed has left there
  --help       shows this

It needs an owner's email address and password: from ADMIN_EMAIL and ADMIN_PASSWORD, or it asks. Where
the account has an authenticator app, it asks for a code. One rehearsal at a time.

Made-up students with addresses under .invalid log in, wait in the lobby, take a test that nobody else
sees, and finish. Afterwards they and the test are erased, also after Ctrl-C; the audit log keeps its
lines. The exit code is 0 for go, 1 for no-go, and 2 if it could not be carried out or cleaned up.`

export type Options = {
  readonly url: URL
  readonly students: number
  readonly minutes: number
  readonly isCleanUpOnly: boolean
}

/** One address may hold 2,500 connections (server/http/connections.ts), and staff need some. */
const maxStudents = 2_000
const limits = { minutes: { min: 0.1, max: 120 } } as const

/** @returns null for help @throws with a sentence that says what to mend */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      students: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '5' },
      'clean-up': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const students = Number(values.students)
  if (!Number.isInteger(students) || students < 1 || students > maxStudents)
    throw new Error(`--students is a whole number from 1 to ${maxStudents}.`)
  const minutes = Number(values.minutes)
  const { min, max } = limits.minutes
  if (!(minutes >= min && minutes <= max)) throw new Error(`--minutes is from ${min} to ${max}.`)
  return { url: readUrl(values.url), students, minutes, isCleanUpOnly: values['clean-up'] }
}

function readUrl(text: string | undefined): URL {
  if (text === undefined) throw new Error('--url says where the server is; --help shows all.')
  const url = URL.canParse(text) ? new URL(text) : null
  const isSite = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
  if (!isSite || url.username)
    throw new Error(`--url is the address of the site, like https://academy.example, not ${text}.`)
  return url
}
