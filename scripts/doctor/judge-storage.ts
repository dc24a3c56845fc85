import { advise, describeAge, type Finding, mend } from './finding.ts'

type EntryFacts = {
  readonly path: string
  readonly isFolder: boolean
  /** The permission bits: 0o600. */
  readonly mode: number
  readonly ownerId: number
}

type DiskFacts = {
  readonly folder: string
  readonly freeBytes: number
  /** So low that the server refuses uploads. */
  readonly isLow: boolean
  readonly freeInodes: number
  /** 0 where the file system does not count them. */
  readonly totalInodes: number
}

export type BackupFacts = {
  readonly folder: string
  readonly newest: {
    readonly name: string
    readonly madeAt: number
    /** The damage to its files, in one sentence without a full stop; null if there is none. */
    readonly damage: string | null
    readonly warnings: readonly string[]
    readonly mode: number
  } | null
  readonly isOnDataDisk: boolean
}

export type StorageFacts = {
  /** The data folder first, then what is in it, and the folder of the images. */
  readonly entries: readonly [EntryFacts, ...EntryFacts[]]
  readonly disks: readonly DiskFacts[]
  /** 0 on PostgreSQL. */
  readonly databaseBytes: number
  readonly backups: BackupFacts
}

export function judgeStorage(facts: StorageFacts, now: number): Finding[] {
  return [...judgeEntries(facts), ...judgeDisks(facts), ...judgeBackups(facts.backups, now)]
}

const forOthers = 0o077
const maxNames = 5

function judgeEntries({ entries }: StorageFacts): Finding[] {
  const [dataFolder, ...others] = entries
  const open = others.filter(({ mode, isFolder }) => !isFolder && (mode & forOthers) !== 0)
  const openFolders = entries.filter(({ mode, isFolder }) => isFolder && (mode & forOthers) !== 0)
  const foreign = others.filter(({ ownerId }) => ownerId !== dataFolder.ownerId)
  return [
    ...(open.length > 0
      ? [
          mend(
            'files-readable',
            `Other users of this machine may read or write ${listPaths(open)}.`,
            `Run chmod go= on them (${open.length}), and exchange keys that others could read.`,
          ),
        ]
      : []),
    ...(openFolders.length > 0
      ? [
          advise(
            'folders-open',
            `Other users of this machine may enter or list ${listPaths(openFolders)}.`,
            `Run chmod go= on them (${openFolders.length}), unless you chose this.`,
          ),
        ]
      : []),
    ...(foreign.length > 0
      ? [
          mend(
            'files-of-others',
            `${listPaths(foreign)} belong to another user than ${dataFolder.path}, so the server may not be able to write there.`,
            `Run chown -R --reference=${dataFolder.path} ${dataFolder.path}.`,
          ),
        ]
      : []),
  ]
}

function listPaths(entries: readonly EntryFacts[]): string {
  const names = entries.slice(0, maxNames).map(({ path }) => path)
  const rest = entries.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

const minInodeShare = 0.05

function judgeDisks({ disks, databaseBytes }: StorageFacts): Finding[] {
  const [dataDisk] = disks
  return [
    ...disks
      .filter(({ isLow }) => isLow)
      .map(({ folder, freeBytes }) =>
        mend(
          'disk-full',
          `The disk of ${folder} has ${toMegabytes(freeBytes)} left, so registrations and pictures are refused.`,
          'Make room or give it a larger disk before the next exam.',
        ),
      ),
    ...disks
      .filter(({ freeInodes, totalInodes }) => freeInodes < totalInodes * minInodeShare)
      .map(({ folder, freeInodes }) =>
        mend(
          'inodes-used-up',
          `The file system of ${folder} can hold only ${freeInodes} more files.`,
          'Remove what fills it with small files, or make a file system with more inodes.',
        ),
      ),
    ...(dataDisk && !dataDisk.isLow && dataDisk.freeBytes < databaseBytes
      ? [
          mend(
            'disk-too-small-to-erase',
            `The disk of ${dataDisk.folder} has ${toMegabytes(dataDisk.freeBytes)} left, less than the database's ${toMegabytes(databaseBytes)}, which is rewritten after each erasure.`,
            'Make room, or erased data stays in the file.',
          ),
        ]
      : []),
  ]
}

function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`
}

const maxBackupAgeMs = 48 * 60 * 60_000

function judgeBackups({ folder, newest, isOnDataDisk }: BackupFacts, now: number): Finding[] {
  if (!newest) {
    return [
      mend(
        'backup-missing',
        `There is no backup in ${folder}.`,
        'Make one every night (docs/running.md), and name its folder here with --backups if it is another one.',
      ),
    ]
  }
  const age = now - newest.madeAt
  return [
    ...(newest.damage !== null
      ? [
          mend(
            'backup-damaged',
            `The newest backup, ${newest.name}, cannot be restored: ${newest.damage}.`,
            'Make a new backup now, and look after the disk that this one is on.',
          ),
        ]
      : []),
    ...(age > maxBackupAgeMs
      ? [
          mend(
            'backup-old',
            `The newest backup in ${folder} is ${describeAge(age)} old.`,
            'Make one now, and see why the nightly one did not run.',
          ),
        ]
      : []),
    ...(newest.mode & forOthers
      ? [
          mend(
            'backup-readable',
            `Other users of this machine may read ${newest.name} in ${folder}, which holds names, answers and results.`,
            'Run chmod -R go= on it.',
          ),
        ]
      : []),
    ...newest.warnings.map((warning) =>
      advise(
        'backup-warning',
        `The newest backup warned: ${warning}`,
        'Bring back what is missing from an older backup, if you have it there.',
      ),
    ),
    ...(isOnDataDisk
      ? [
          advise(
            'backup-on-same-disk',
            `The backups in ${folder} are on the disk of the data, and would be lost with it.`,
            'Copy them to another machine.',
          ),
        ]
      : []),
  ]
}
