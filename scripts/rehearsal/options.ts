import type { CommandLine } from '../command-line/parse-command.ts'

export type Options = {
  readonly url: URL
  readonly students: number
  readonly minutes: number
  readonly isCleanUpOnly: boolean
}

/** One address may hold 2,500 connections (server/http/connections.ts), and staff need some. */
const maxStudents = 2_000
const limits = { minutes: { min: 0.1, max: 120 } } as const

/** @throws with a sentence that says what to mend */
export function readOptions({ values }: CommandLine<'rehearse'>): Options {
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
