import { basename, join } from 'node:path'
import type { RandomNumber } from '#core/random.ts'
import { type Acknowledgement, toKey } from '#simulated-class/ledger.ts'
import { isWatched, type Recording } from './record-writes.ts'
import { createReplay } from './replay-calls.ts'
import { type Acknowledged, createRestartedFolder } from './restarted-folder.ts'
import { createSimulatedDisk } from './simulated-disk.ts'
import { readKilledCalls, readLines, readSystemCalls } from './system-calls.ts'

export type CutReport = {
  cuts: number
  /** Cuts after which something that was acknowledged is missing, or the database does not open. */
  broken: number
  /** Losses at the first of them, one line each. */
  readonly losses: string[]
}

type CutOptions = {
  readonly cuts: number
  readonly random: RandomNumber
  readonly onProgress?: (cuts: number) => void
}

/** Cuts the power at random moments of a recording, and looks at what a restart would find. */
export async function cutPower(
  recording: Recording,
  { cuts, random, onProgress = () => {} }: CutOptions,
): Promise<CutReport> {
  const moments = pickMoments(await listChanges(recording), { cuts, random })
  const report: CutReport = { cuts: 0, broken: 0, losses: [] }
  const acknowledged = followLedgers(recording)
  const { disk, replay } = createReplayOf(recording)
  const restarted = createRestartedFolder(recording.dataDir)
  let index = 0
  const cutBefore = async (atMs: number) => {
    for (; moments[report.cuts] === index; report.cuts++) {
      const losses = await restarted.findLosses(disk.cut(random), acknowledged.until(atMs))
      if (losses.length > 0) report.broken += 1
      if (report.losses.length < 20) {
        report.losses.push(...losses.slice(0, 5).map((one) => `cut before call ${index}: ${one}`))
      }
      onProgress(report.cuts + 1)
    }
  }
  try {
    for await (const call of readSystemCalls(readLines(recording.log))) {
      await cutBefore(call.startedAtMs)
      replay(call)
      index += 1
    }
    await cutBefore(Number.POSITIVE_INFINITY)
  } finally {
    restarted.remove()
  }
  return report
}

function createReplayOf({ dataDir, before }: Recording) {
  const disk = createSimulatedDisk(before)
  const replay = createReplay({
    disk,
    isWatched: (path) => isWatched(dataDir, path),
    folders: new Set([dataDir, join(dataDir, 'images')]),
  })
  return { disk, replay }
}

type Changes = { readonly indexes: readonly number[]; readonly calls: number }

/**
 * Lists the places in the log where the watched files change.
 * @throws if a replay of the whole log ends with other files than there are: the log is incomplete.
 * A call in which the server was killed may be in them or not
 */
async function listChanges(recording: Recording): Promise<Changes> {
  const { disk, replay } = createReplayOf(recording)
  const indexes: number[] = []
  let calls = 0
  for await (const call of readSystemCalls(readLines(recording.log))) {
    if (replay(call)) indexes.push(calls)
    calls += 1
  }
  const copyFiles = () =>
    new Map([...disk.readCached()].map(([path, bytes]) => [path, Buffer.from(bytes)]))
  const without = copyFiles()
  for await (const call of readKilledCalls(readLines(recording.log))) replay(call)
  const withKilled = copyFiles()
  for (const path of new Set([...withKilled.keys(), ...recording.after.keys()])) {
    const found = recording.after.get(path)
    const atLeast = without.get(path) ?? Buffer.alloc(0)
    const atMost = withKilled.get(path)
    if (!found || !atMost || !isBetween(found, atLeast, atMost)) {
      throw new Error(`The replay of the log leaves another ${basename(path)} than the server did`)
    }
  }
  return { indexes, calls }
}

/** Whether the bytes are those of the one or the other; longer than both or shorter they are not. */
function isBetween(bytes: Buffer, one: Buffer, other: Buffer): boolean {
  const lengths = [one.length, other.length]
  if (bytes.length < Math.min(...lengths) || bytes.length > Math.max(...lengths)) return false
  if (bytes.equals(one) || bytes.equals(other)) return true
  return bytes.every((byte, index) => byte === one[index] || byte === other[index])
}

/** Each after a random change, and at a random call before the next one; in order. */
function pickMoments(
  { indexes, calls }: Changes,
  { cuts, random }: Pick<CutOptions, 'cuts' | 'random'>,
): readonly number[] {
  const moments = Array.from({ length: cuts }, () => {
    const place = Math.floor(random() * indexes.length)
    const [from = 0, to = calls] = [indexes[place], indexes[place + 1]]
    return from + 1 + Math.floor(random() * (to - from))
  })
  return moments.sort((one, other) => one - other)
}

/**
 * Follows the acknowledgements that students and applicants had by a moment; later moments see
 * more.
 */
function followLedgers({ answers, registrations }: Recording) {
  const known = { answers: new Map<string, Acknowledgement>(), emails: new Set<string>() }
  const [answersLeft, registrationsLeft] = [answers.all.values(), registrations.values()]
  let [answer, registration] = [answersLeft.next().value, registrationsLeft.next().value]
  return {
    until(atMs: number): Acknowledged {
      for (; answer && answer.atMs <= atMs; answer = answersLeft.next().value) {
        known.answers.set(toKey(answer), answer)
      }
      for (
        ;
        registration && registration.atMs <= atMs;
        registration = registrationsLeft.next().value
      )
        known.emails.add(registration.email)
      return known
    },
  }
}
