import { type Check, describeAge, type Finding, runChecks } from './finding.ts'

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

const forOthers = 0o077
const maxNames = 5

const entriesChecks: readonly Check<StorageFacts>[] = [
  {
    id: 'files-readable',
    level: 'error',
    hasProblem: (facts) => listOpenFiles(facts).length > 0,
    problem: (facts) =>
      `Other users of this machine may read or write ${listPaths(listOpenFiles(facts))}.`,
    remedy: (facts) =>
      `Run chmod go= on them (${listOpenFiles(facts).length}), and exchange keys that others could read.`,
  },
  {
    id: 'folders-open',
    level: 'warning',
    hasProblem: (facts) => listOpenFolders(facts).length > 0,
    problem: (facts) =>
      `Other users of this machine may enter or list ${listPaths(listOpenFolders(facts))}.`,
    remedy: (facts) =>
      `Run chmod go= on them (${listOpenFolders(facts).length}), unless you chose this.`,
  },
  {
    id: 'files-of-others',
    level: 'error',
    hasProblem: (facts) => listForeign(facts).length > 0,
    problem: (facts) =>
      `${listPaths(listForeign(facts))} belong to another user than ${facts.entries[0].path}, so the server may not be able to write there.`,
    remedy: ({ entries: [dataFolder] }) =>
      `Run chown -R --reference=${dataFolder.path} ${dataFolder.path}.`,
  },
]

function listOpenFiles({ entries: [, ...others] }: StorageFacts): EntryFacts[] {
  return others.filter(({ mode, isFolder }) => !isFolder && (mode & forOthers) !== 0)
}

function listOpenFolders({ entries }: StorageFacts): EntryFacts[] {
  return entries.filter(({ mode, isFolder }) => isFolder && (mode & forOthers) !== 0)
}

function listForeign({ entries: [dataFolder, ...others] }: StorageFacts): EntryFacts[] {
  return others.filter(({ ownerId }) => ownerId !== dataFolder.ownerId)
}

function listPaths(entries: readonly EntryFacts[]): string {
  const names = entries.slice(0, maxNames).map(({ path }) => path)
  const rest = entries.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

const minInodeShare = 0.05

const diskChecks: readonly Check<DiskFacts>[] = [
  {
    id: 'disk-full',
    level: 'error',
    hasProblem: ({ isLow }) => isLow,
    problem: ({ folder, freeBytes }) =>
      `The disk of ${folder} has ${toMegabytes(freeBytes)} left, so registrations and pictures are refused.`,
    remedy: 'Make room or give it a larger disk before the next exam.',
  },
  {
    id: 'inodes-used-up',
    level: 'error',
    hasProblem: ({ freeInodes, totalInodes }) => freeInodes < totalInodes * minInodeShare,
    problem: ({ folder, freeInodes }) =>
      `The file system of ${folder} can hold only ${freeInodes} more files.`,
    remedy: 'Remove what fills it with small files, or make a file system with more inodes.',
  },
]

const dataDiskChecks: readonly Check<DiskFacts & { readonly databaseBytes: number }>[] = [
  {
    id: 'disk-too-small-to-erase',
    level: 'error',
    hasProblem: ({ isLow, freeBytes, databaseBytes }) => !isLow && freeBytes < databaseBytes,
    problem: ({ folder, freeBytes, databaseBytes }) =>
      `The disk of ${folder} has ${toMegabytes(freeBytes)} left, less than the database's ${toMegabytes(databaseBytes)}, which is rewritten after each erasure.`,
    remedy: 'Make room, or erased data stays in the file.',
  },
]

function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`
}

const maxBackupAgeMs = 48 * 60 * 60_000

type NewestBackupFacts = NonNullable<BackupFacts['newest']> & {
  readonly folder: string
  readonly ageMs: number
}

const newestBackupChecks: readonly Check<NewestBackupFacts>[] = [
  {
    id: 'backup-damaged',
    level: 'error',
    hasProblem: ({ damage }) => damage !== null,
    problem: ({ name, damage }) => `The newest backup, ${name}, cannot be restored: ${damage}.`,
    remedy: 'Make a new backup now, and look after the disk that this one is on.',
  },
  {
    id: 'backup-old',
    level: 'error',
    hasProblem: ({ ageMs }) => ageMs > maxBackupAgeMs,
    problem: ({ folder, ageMs }) => `The newest backup in ${folder} is ${describeAge(ageMs)} old.`,
    remedy: 'Make one now, and see why the nightly one did not run.',
  },
  {
    id: 'backup-readable',
    level: 'error',
    hasProblem: ({ mode }) => (mode & forOthers) !== 0,
    problem: ({ name, folder }) =>
      `Other users of this machine may read ${name} in ${folder}, which holds names, answers and results.`,
    remedy: 'Run chmod -R go= on it.',
  },
]

const backupWarningChecks: readonly Check<string>[] = [
  {
    id: 'backup-warning',
    level: 'warning',
    hasProblem: () => true,
    problem: (warning) => `The newest backup warned: ${warning}`,
    remedy: 'Bring back what is missing from an older backup, if you have it there.',
  },
]

const backupsChecks: readonly Check<BackupFacts>[] = [
  {
    id: 'backup-missing',
    level: 'error',
    hasProblem: ({ newest }) => newest === null,
    problem: ({ folder }) => `There is no backup in ${folder}.`,
    remedy:
      'Make one every night (docs/running.md), and name its folder here with --backups if it is another one.',
  },
  {
    id: 'backup-on-same-disk',
    level: 'warning',
    hasProblem: ({ newest, isOnDataDisk }) => newest !== null && isOnDataDisk,
    problem: ({ folder }) =>
      `The backups in ${folder} are on the disk of the data, and would be lost with it.`,
    remedy: 'Copy them to another machine.',
  },
]

export function checkStorage(facts: StorageFacts, now: number): Finding[] {
  const { databaseBytes, backups } = facts
  const [dataDisk] = facts.disks
  return [
    ...runChecks(entriesChecks, facts),
    ...facts.disks.flatMap((disk) => runChecks(diskChecks, disk)),
    ...(dataDisk ? runChecks(dataDiskChecks, { ...dataDisk, databaseBytes }) : []),
    ...(backups.newest ? checkNewest(backups.newest, backups.folder, now) : []),
    ...runChecks(backupsChecks, backups),
  ]
}

function checkNewest(
  newest: NonNullable<BackupFacts['newest']>,
  folder: string,
  now: number,
): Finding[] {
  return [
    ...runChecks(newestBackupChecks, { ...newest, folder, ageMs: now - newest.madeAt }),
    ...newest.warnings.flatMap((warning) => runChecks(backupWarningChecks, warning)),
  ]
}
