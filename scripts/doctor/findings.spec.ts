import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Finding } from './finding.ts'
import type { ClockFacts } from './judge-clock.ts'
import { type DatabaseContext, type DatabaseFacts, judgeDatabase } from './judge-database.ts'
import { type ImagesFacts, judgeImages } from './judge-images.ts'
import { judgeNetwork, type NetworkFacts, type SiteFacts } from './judge-network.ts'
import type { PicturesFacts } from './judge-pictures.ts'
import type { PostgresFacts } from './judge-postgres.ts'
import type { PostgresLimits } from './judge-postgres-limits.ts'
import { judgeSampleTexts } from './judge-sample-texts.ts'
import { judgeSettings } from './judge-settings.ts'
import { type BackupFacts, judgeStorage, type StorageFacts } from './judge-storage.ts'

const now = Date.UTC(2026, 10, 21, 12)
const hour = 60 * 60_000
const day = 24 * hour

const withSettings = (
  settings: Record<string, string> = {},
  nodeVersion = '26.10.0',
  facts: Partial<Parameters<typeof judgeSettings>[0]> = {},
) =>
  judgeSettings({
    config: readConfig({
      PUBLIC_URL: 'https://academy.example',
      TRUST_PROXY: '127.0.0.1',
      METRICS_PORT: '9464',
      ...settings,
    }),
    nodeVersion,
    pinnedNodeVersion: '26.10.0',
    hasInstituteFolder: true,
    builtFor: settings.PUBLIC_URL ?? 'https://academy.example',
    ...facts,
  })

const folder = { path: '/data', isFolder: true, mode: 0o700, ownerId: 7 }
const file = { path: '/data/secret.key', isFolder: false, mode: 0o600, ownerId: 7 }
const disk = { folder: '/data', freeBytes: 9e9, isLow: false, freeInodes: 900, totalInodes: 1_000 }
const newest = {
  name: 'backup-a',
  madeAt: now - 12 * hour,
  damage: null,
  warnings: [],
  mode: 0o700,
}
const withStorage = (change: Partial<StorageFacts> = {}) => {
  const backups = { folder: '/backups', newest, isOnDataDisk: false }
  return judgeStorage(
    { entries: [folder, file], disks: [disk], databaseBytes: 1e9, backups, ...change },
    now,
  )
}
const withBackup = (change: Partial<BackupFacts['newest']>) =>
  withStorage({
    backups: { folder: '/backups', newest: { ...newest, ...change }, isOnDataDisk: false },
  })

const withImages = (change: Partial<ImagesFacts> = {}) =>
  judgeImages({
    place: 's3://s3.example/academy',
    problem: null,
    versioning: 'off',
    isPublic: false,
    isReadableOnTheWay: false,
    left: { folder: '/data/images', count: 0 },
    ...change,
  })

const owner = {
  isOwner: true,
  isDisabled: false,
  hasPassword: true,
  hasSecondFactor: true,
  oneTimeExpiresAt: null,
}
const institute = {
  staff: [owner],
  dueEmails: { count: 0, oldestDueAt: null },
  failedEmails: 0,
  clock: { heartbeatAgeMs: 4_000, differenceMs: 900, isHeld: false, lastShift: null },
  pictures: null,
  unnamedProxy: null,
}
const withDatabase = (
  change: Partial<DatabaseFacts> = {},
  context: Partial<DatabaseContext> = {},
): Finding[] => {
  const engine = { name: 'sqlite', hasWriteAheadLog: true } as const
  const migrations = { pending: [], unknown: [] }
  return judgeDatabase(
    { migrations, damage: [], engine, institute, ...change },
    { now, isServerRunning: true, secondFactor: 'offer', ...context },
  )
}
const withStaff = (
  ...staff: (
    | typeof owner
    | (Omit<typeof owner, 'oneTimeExpiresAt'> & { oneTimeExpiresAt: number })
  )[]
) => withDatabase({ institute: { ...institute, staff } })
const postgresLimits = {
  connections: 97,
  statementTimeoutMs: 0,
  collation: { built: '2.36', present: '2.36' },
}
const withLimits = (change: Partial<PostgresLimits>) =>
  withPostgres({ limits: { ...postgresLimits, ...change } })
const withPostgres = (change: Partial<PostgresFacts> = {}) =>
  withDatabase({
    engine: {
      name: 'postgres',
      fsync: 'on',
      fullPageWrites: 'on',
      synchronousCommit: 'on',
      dataChecksums: 'on',
      isStandby: false,
      isSuperuser: false,
      clockAheadMs: 40,
      limits: postgresLimits,
      bufferMb: 128,
      databaseMb: 100,
      encoding: 'UTF8',
      isolation: 'read committed',
      isPooledByTransaction: false,
      ...change,
    },
  })

const withClock = (change: Partial<ClockFacts>) =>
  withDatabase({ institute: { ...institute, clock: { ...institute.clock, ...change } } })

const withPictures = (change: Partial<PicturesFacts>) =>
  withDatabase({
    institute: {
      ...institute,
      pictures: {
        place: '/data/images',
        isOfAnother: false,
        files: 18,
        missing: 0,
        unnamed: 2,
        setAside: 0,
        ...change,
      },
    },
  })

const certificate = { expiresAt: now + 60 * day, problem: null }
const site: Extract<SiteFacts, { isReached: true }> = {
  ...({ isReached: true } as const),
  host: 'academy.example',
  status: 200,
  isOurs: true,
  clockAheadMs: 400,
  stopped: [],
  certificate,
}
const withNetwork = (change: Partial<NetworkFacts> = {}) =>
  judgeNetwork(
    {
      server: { url: 'http://127.0.0.1:3000', state: 'well' },
      site,
      mail: { isSetUp: true, problem: null },
      metrics: { port: 9464, isAnswering: true, exposedOn: [] },
      isClockSynchronized: true,
      ...change,
    },
    now,
  )
const withSite = (change: Partial<typeof site>) => withNetwork({ site: { ...site, ...change } })

it('finds nothing in a set-up that is as it should be', () => {
  expect([
    ...withSettings(),
    ...withStorage(),
    ...withImages(),
    ...withDatabase(),
    ...withPostgres(),
    ...withNetwork(),
  ]).toEqual([])
})

const postgres = 'postgres://academy@db.example/academy?sslmode=verify-full'
const apart = { DATABASE_URL: postgres, SECRET_KEY: 'a', IMAGE_KEY: 'b', IMAGES_URL: '/images' }
const silent = { url: 'http://127.0.0.1:3000', state: 'silent' } as const

const cases: readonly (readonly [id: string, level: Finding['level'], found: Finding[]])[] = [
  ['node-version', 'advice', withSettings({}, '27.0.0')],
  [
    'institute-folder-missing',
    'advice',
    withSettings({}, undefined, { hasInstituteFolder: false }),
  ],
  [
    'built-for-another-address',
    'mend',
    withSettings({}, undefined, { builtFor: 'http://localhost:3000' }),
  ],
  [
    'sample-texts-left',
    'advice',
    judgeSampleTexts([{ file: 'about.ts', names: ['heading', 'week'] }]),
  ],
  ['public-url-missing', 'advice', withSettings({ PUBLIC_URL: '', TRUST_PROXY: '' })],
  [
    'public-url-missing',
    'mend',
    withSettings({ PUBLIC_URL: '', TRUST_PROXY: '', SMTP_URL: 'smtp://mail.example' }),
  ],
  ['public-url-missing', 'mend', withSettings({ PUBLIC_URL: '', TRUST_PROXY: '', HOST: '::' })],
  ['public-url-http', 'mend', withSettings({ PUBLIC_URL: 'http://academy.example' })],
  ['public-url-http', 'advice', withSettings({ PUBLIC_URL: 'http://10.0.0.5:3000' })],
  ['public-url-http', 'advice', withSettings({ PUBLIC_URL: 'http://lab-server:3000' })],
  [
    'proxy-unnamed',
    'mend',
    withDatabase({ institute: { ...institute, unnamedProxy: '10.0.0.5' } }),
  ],
  ['proxy-missing', 'mend', withSettings({ TRUST_PROXY: '' })],
  ['proxy-too-wide', 'advice', withSettings({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' })],
  ['proxy-too-wide', 'advice', withSettings({ TRUST_PROXY: 'uniquelocal' })],
  ['proxy-too-wide', 'mend', withSettings({ TRUST_PROXY: '0.0.0.0/0' })],
  ['proxy-bypassed', 'mend', withSettings({ HOST: '0.0.0.0' })],
  ['rate-limits-off', 'mend', withSettings({ RATE_LIMITS: 'off' })],
  ['second-factor-off', 'mend', withSettings({ SECOND_FACTOR: 'off' })],
  ['metrics-off', 'advice', withSettings({ METRICS_PORT: '' })],
  [
    'database-without-tls',
    'mend',
    withSettings({ ...apart, DATABASE_URL: 'postgres://academy@db.example/academy' }),
  ],
  [
    'database-without-tls',
    'mend',
    withSettings({ ...apart, DATABASE_URL: 'postgres://academy@localhost,db.example/academy' }),
  ],
  ['processes-apart', 'advice', withSettings({ ...apart, SECRET_KEY: '' })],

  ['files-readable', 'mend', withStorage({ entries: [folder, { ...file, mode: 0o640 }] })],
  ['folders-open', 'advice', withStorage({ entries: [{ ...folder, mode: 0o755 }, file] })],
  ['files-of-others', 'mend', withStorage({ entries: [folder, { ...file, ownerId: 0 }] })],
  ['disk-full', 'mend', withStorage({ disks: [{ ...disk, freeBytes: 1e8, isLow: true }] })],
  ['inodes-used-up', 'mend', withStorage({ disks: [{ ...disk, freeInodes: 49 }] })],
  ['disk-too-small-to-erase', 'mend', withStorage({ databaseBytes: 1e10 })],
  [
    'backup-missing',
    'mend',
    withStorage({ backups: { folder: '/backups', newest: null, isOnDataDisk: false } }),
  ],
  ['backup-damaged', 'mend', withBackup({ damage: 'institute.db is missing' })],
  ['backup-old', 'mend', withBackup({ madeAt: now - 49 * hour })],
  ['backup-readable', 'mend', withBackup({ mode: 0o755 })],
  ['backup-warning', 'advice', withBackup({ warnings: ['Identity images are missing: 3.'] })],
  [
    'backup-on-same-disk',
    'advice',
    withStorage({ backups: { folder: '/backups', newest, isOnDataDisk: true } }),
  ],

  [
    'images-unavailable',
    'mend',
    withImages({ problem: 's3://s3.example/academy answers 403 to GET.', versioning: null }),
  ],
  ['images-versioned', 'mend', withImages({ versioning: 'Enabled' })],
  ['images-old-versions', 'advice', withImages({ versioning: 'Suspended' })],
  ['images-old-versions', 'advice', withImages({ versioning: null })],
  ['images-public', 'mend', withImages({ isPublic: true })],
  ['images-without-tls', 'mend', withImages({ isReadableOnTheWay: true })],
  ['images-left-behind', 'mend', withImages({ left: { folder: '/data/images', count: 3 } })],

  ['database-damaged', 'mend', withDatabase({ damage: ['row 12 missing from index mails_due'] })],
  [
    'code-too-old',
    'mend',
    withDatabase({ migrations: { pending: [], unknown: ['0099-next.sql'] }, institute: null }),
  ],
  [
    'restart-due',
    'mend',
    withDatabase({ migrations: { pending: ['0036-a.sql'], unknown: [] }, institute: null }),
  ],
  [
    'migrations-pending',
    'advice',
    withDatabase(
      { migrations: { pending: ['0036-a.sql'], unknown: [] }, institute: null },
      { isServerRunning: false },
    ),
  ],
  [
    'no-write-ahead-log',
    'mend',
    withDatabase({ engine: { name: 'sqlite', hasWriteAheadLog: false } }),
  ],
  [
    'first-password-unused',
    'mend',
    withStaff(owner, { ...owner, hasPassword: false, oneTimeExpiresAt: now + 90 * 365 * day }),
  ],
  ['no-owner', 'mend', withStaff({ ...owner, isDisabled: true })],
  ['no-owner', 'mend', withStaff({ ...owner, hasPassword: false, oneTimeExpiresAt: now - 1 })],
  ['second-factor-missing', 'advice', withStaff(owner, { ...owner, hasSecondFactor: false })],
  [
    'emails-waiting',
    'mend',
    withDatabase({
      institute: { ...institute, dueEmails: { count: 3, oldestDueAt: now - 2 * hour } },
    }),
  ],
  [
    'emails-waiting',
    'advice',
    withDatabase(
      { institute: { ...institute, dueEmails: { count: 3, oldestDueAt: now - 2 * hour } } },
      { isServerRunning: false },
    ),
  ],
  ['emails-failed', 'advice', withDatabase({ institute: { ...institute, failedEmails: 1 } })],

  ['clock-differs', 'mend', withClock({ differenceMs: -7_200_000 })],
  ['clock-behind', 'mend', withClock({ isHeld: true, differenceMs: -7_200_000 })],
  ['clock-moved', 'advice', withClock({ lastShift: { at: now - hour, byMs: 7_200_000 } })],

  ['postgres-fsync', 'mend', withPostgres({ fsync: 'off' })],
  ['postgres-full-page-writes', 'mend', withPostgres({ fullPageWrites: 'off' })],
  ['postgres-synchronous-commit', 'mend', withPostgres({ synchronousCommit: 'off' })],
  ['postgres-encoding', 'mend', withPostgres({ encoding: 'LATIN1' })],
  ['postgres-standby', 'mend', withPostgres({ isStandby: true })],
  ['pictures-of-another', 'mend', withPictures({ isOfAnother: true })],
  ['pictures-missing', 'mend', withPictures({ missing: 1 })],
  ['pictures-unnamed', 'mend', withPictures({ unnamed: 3 })],
  ['pictures-set-aside', 'advice', withPictures({ setAside: 1 })],
  ['postgres-connections', 'mend', withLimits({ connections: 9 })],
  ['postgres-connections', 'advice', withLimits({ connections: 19 })],
  ['postgres-statement-timeout', 'mend', withLimits({ statementTimeoutMs: 300 })],
  ['postgres-collation', 'mend', withLimits({ collation: { built: '2.31', present: '2.36' } })],
  ['database-clock', 'mend', withPostgres({ clockAheadMs: -2_001 })],
  ['postgres-checksums', 'advice', withPostgres({ dataChecksums: 'off' })],
  ['postgres-buffers', 'advice', withPostgres({ databaseMb: 129 })],
  ['postgres-pooler', 'mend', withPostgres({ isPooledByTransaction: true })],
  ['postgres-isolation', 'advice', withPostgres({ isolation: 'serializable' })],
  ['postgres-superuser', 'advice', withPostgres({ isSuperuser: true })],

  ['server-silent', 'advice', withNetwork({ server: silent })],
  ['server-unwell', 'mend', withNetwork({ server: { ...silent, state: { status: 503 } } })],
  [
    'site-unreachable',
    'advice',
    withNetwork({ site: { isReached: false, host: 'academy.example', reason: 'ENOTFOUND' } }),
  ],
  ['site-not-ours', 'mend', withSite({ status: 404, isOurs: false })],
  [
    'certificate-refused',
    'mend',
    withSite({ certificate: { ...certificate, problem: 'SELF_SIGNED_CERT_IN_CHAIN' } }),
  ],
  [
    'certificate-ending',
    'mend',
    withSite({ certificate: { ...certificate, expiresAt: now + 13 * day } }),
  ],
  [
    'certificate-ending',
    'mend',
    withSite({ certificate: { expiresAt: now - day, problem: 'CERT_HAS_EXPIRED' } }),
  ],
  ...(
    [
      ['site-stops-changes', 'change'],
      ['site-stops-code', 'code'],
      ['site-takes-little', 'large'],
    ] as const
  ).map(
    ([id, what]) =>
      [id, 'mend', withNetwork({ site: { ...site, stopped: [{ what, status: 403 }] } })] as const,
  ),
  ['site-clock', 'mend', withSite({ clockAheadMs: 3_001 })],
  ['mail-not-set-up', 'advice', withNetwork({ mail: { isSetUp: false, problem: null } })],
  [
    'mail-not-sent',
    'mend',
    withNetwork({ mail: { isSetUp: true, problem: 'The mail server refused the connection.' } }),
  ],
  [
    'metrics-exposed',
    'mend',
    withNetwork({ metrics: { port: 9464, isAnswering: true, exposedOn: ['192.0.2.7'] } }),
  ],
  [
    'metrics-silent',
    'mend',
    withNetwork({ metrics: { port: 9464, isAnswering: false, exposedOn: [] } }),
  ],
  ['clock-unsynchronized', 'advice', withNetwork({ isClockSynchronized: false })],
]

describe('each finding', () => {
  it.each(cases)('%s (%s) is found alone, and said in two sentences', (id, level, found) => {
    expect(found).toMatchObject([{ id, level }])
    const [{ is, remedy } = { is: '', remedy: '' }] = found
    for (const sentence of [is, remedy]) expect(sentence).toMatch(/^\S.*[^.]\.$/)
  })

  it('is among them', () => {
    const sources = globSync(join(import.meta.dirname, 'judge-*.ts')).map((path) =>
      readFileSync(path, 'utf8'),
    )
    const ids = sources.flatMap((source) =>
      [...source.matchAll(/(?:mend|advise|\))\(\s*['`]([a-z-]+)['`$]/g)].map(([, id]) => id),
    )
    const known = cases.map(([id]) => id)
    expect(ids.length).toBeGreaterThan(35)
    expect(ids.filter((id) => !known.some((each) => each.startsWith(`${id}`)))).toEqual([])
  })
})

it.each([
  { texts: [], is: [] },
  {
    texts: [{ file: 'about.ts', names: ['week'] }],
    is: ['1 text is still the sample’s: about.ts (week).'],
  },
  {
    texts: [
      { file: 'about.ts', names: ['heading', 'week'] },
      { file: 'course.ts', names: ['months: Databases'] },
    ],
    is: [
      '3 texts are still the sample’s: about.ts (heading; week), course.ts (months: Databases).',
    ],
  },
])('says $is of the texts', ({ texts, is }) => {
  expect(judgeSampleTexts(texts).map((finding) => finding.is)).toEqual(is)
})

it('is content where nothing runs that could be restarted, and without facts about the clock', () => {
  const engine = { name: 'sqlite', hasWriteAheadLog: false } as const
  expect(withDatabase({ engine }, { isServerRunning: false })).toEqual([])
  expect(withNetwork({ isClockSynchronized: null, site: null, metrics: null })).toEqual([])
  expect(withSettings({ PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
})
