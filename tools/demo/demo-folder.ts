import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'

/** Says of a folder that a demo was seeded into it, and that all of it may be thrown away. */
const markName = 'demo.json'
const stagingName = 'seeding'
const lock = /^instance\.lock/

type Given = {
  readonly folder: string
  readonly kind: 'small' | 'large'
  /** Throw away the demo that is there. */
  readonly isFresh: boolean
  readonly seed: (dataDir: string) => Promise<void>
}

/**
 * Seeds a folder that is empty, and leaves one alone that holds a demo. Killed in the middle it
 * leaves nothing that could be taken for a demo.
 * @returns when it was seeded
 */
export async function prepareFolder({ folder, kind, isFresh, seed }: Given): Promise<Date> {
  const letGo = acquireInstanceLock(folder)
  if (!letGo) throw new Error(`Another process is using the folder ${folder}.`)
  try {
    const mark = markOf(folder)
    if (!mark) refuseToMix(folder)
    else if (!isFresh) return seededAtOf(mark, kind, folder)
    else empty(folder)

    const staging = join(folder, stagingName)
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging)
    const seededAt = new Date()
    await seed(staging)
    for (const name of readdirSync(staging)) renameSync(join(staging, name), join(folder, name))
    rmSync(staging, { recursive: true })
    writeFileSync(join(folder, markName), `${JSON.stringify({ kind, seededAt })}\n`)
    return seededAt
  } finally {
    letGo()
  }
}

type Mark = { readonly kind: string; readonly seededAt: string }

function markOf(folder: string): Mark | null {
  const path = join(folder, markName)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Mark) : null
}

function seededAtOf(mark: Mark, kind: string, folder: string): Date {
  if (mark.kind === kind) return new Date(mark.seededAt)
  throw new Error(`${folder} holds the ${mark.kind} demo. Name another folder with DATA_DIR.`)
}

function refuseToMix(folder: string) {
  const names = readdirSync(folder).filter((name) => name !== stagingName && !lock.test(name))
  if (names.length === 0) return
  throw new Error(`${folder} holds something that is no demo. Name an empty folder with DATA_DIR.`)
}

function empty(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!lock.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
