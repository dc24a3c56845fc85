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

/** Marks a folder as a demo, whose whole content may be deleted. */
const markerName = 'demo.json'
const stagingName = 'seeding'
const lockPattern = /^instance\.lock/

type PrepareFolderInput = {
  readonly folder: string
  readonly kind: 'small' | 'large'
  /** Deletes an existing demo first. */
  readonly isFresh: boolean
  readonly seed: (dataDir: string) => Promise<void>
}

/**
 * Seeds an empty folder; leaves an existing demo as it is. A run that is killed halfway leaves
 * nothing that could be mistaken for a finished demo.
 * @returns when it was seeded
 */
export async function prepareFolder({
  folder,
  kind,
  isFresh,
  seed,
}: PrepareFolderInput): Promise<Date> {
  const releaseLock = acquireInstanceLock(folder)
  if (!releaseLock) throw new Error(`Another process is using the folder ${folder}.`)
  try {
    const marker = readMarker(folder)
    if (!marker) checkFolderIsEmpty(folder)
    else if (!isFresh) return getSeededAt(marker, kind, folder)
    else emptyFolder(folder)

    const staging = join(folder, stagingName)
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging)
    const seededAt = new Date()
    await seed(staging)
    for (const name of readdirSync(staging)) renameSync(join(staging, name), join(folder, name))
    rmSync(staging, { recursive: true })
    writeFileSync(join(folder, markerName), `${JSON.stringify({ kind, seededAt })}\n`)
    return seededAt
  } finally {
    releaseLock()
  }
}

type Marker = { readonly kind: string; readonly seededAt: string }

function readMarker(folder: string): Marker | null {
  const path = join(folder, markerName)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Marker) : null
}

function getSeededAt(marker: Marker, kind: string, folder: string): Date {
  if (marker.kind === kind) return new Date(marker.seededAt)
  throw new Error(`${folder} holds the ${marker.kind} demo. Name another folder with DATA_DIR.`)
}

function checkFolderIsEmpty(folder: string) {
  const names = readdirSync(folder).filter(
    (name) => name !== stagingName && !lockPattern.test(name),
  )
  if (names.length === 0) return
  throw new Error(`${folder} holds something that is no demo. Name an empty folder with DATA_DIR.`)
}

function emptyFolder(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!lockPattern.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
