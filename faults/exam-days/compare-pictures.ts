import { cutAtDifference as cut, Finding } from './finding.ts'
import type { Picture } from './read-institute.ts'

/** Members of replies and paths of calls that may differ between two pictures. */
export type Ignored = readonly string[]

/** Screens sort the rows of a live table. */
const unsorted = 'students'

/** When somebody last called: reading a picture is a call. */
const ofReading = ['lastSeenAt', 'sessions']

/** @throws a finding with the first reply that differs */
export function comparePictures(
  what: string,
  before: Picture,
  after: Picture,
  ignored: Ignored = [],
) {
  const members = [...ofReading, ...ignored]
  const keys = new Set([...before.replies.keys(), ...after.replies.keys()])
  for (const key of keys) {
    if (ignored.some((path) => key.includes(` ${path}`))) continue
    const [one, other] = [before, after].map(({ replies }) => describe(replies.get(key), members))
    if (one !== other)
      throw new Finding(`${what}: ${key}\n  before ${cut(one, other)}\n  after  ${cut(other, one)}`)
  }
}

type Reply = { readonly status: number; readonly json: unknown; readonly text: string }

function describe(reply: Reply | undefined, ignored: Ignored): string {
  if (!reply) return 'nothing'
  if (!reply.text.startsWith('{') && !reply.text.startsWith('[')) return reply.text
  const text = JSON.stringify(reply.json, function replace(name, value): unknown {
    if (ignored.includes(name)) return undefined
    if (name !== unsorted || !Array.isArray(value)) return value
    return value.map((row) => JSON.stringify(row, replace)).toSorted()
  })
  return `${reply.status} ${text}`
}
