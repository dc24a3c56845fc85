import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { ClockFacts } from './check-clock.ts'
import { checkDatabase, type DatabaseContext, type DatabaseFacts } from './check-database.ts'
import { checkImages, type ImagesFacts } from './check-images.ts'
import { checkNetwork, type NetworkFacts, type SiteFacts } from './check-network.ts'
import type { PicturesFacts } from './check-pictures.ts'
import type { PostgresFacts } from './check-postgres.ts'
import type { PostgresLimits } from './check-postgres-limits.ts'
import { checkSampleTexts } from './check-sample-texts.ts'
import { checkSettings } from './check-settings.ts'
import { type BackupFacts, checkStorage, type StorageFacts } from './check-storage.ts'
import type { Finding } from './finding.ts'

const now = Date.UTC(2026, 10, 21, 12)
const hour = 60 * 60_000
const day = 24 * hour

const withSettings = (
  settings: Record<string, string> = {},
  nodeVersion = '26.10.0',
  facts: Partial<Parameters<typeof checkSettings>[0]> = {},
) =>
  checkSettings({
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
  return checkStorage(
    { entries: [folder, file], disks: [disk], databaseBytes: 1e9, backups, ...change },
    now,
  )
}
const withBackup = (change: Partial<BackupFacts['newest']>) =>
  withStorage({
    backups: { folder: '/backups', newest: { ...newest, ...change }, isOnDataDisk: false },
  })

const withImages = (change: Partial<ImagesFacts> = {}) =>
  checkImages({
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
  return checkDatabase(
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
  checkNetwork(
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

it('finds nothing in a sound set-up', () => {
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
  ['node-version', 'warning', withSettings({}, '27.0.0')],
  [
    'institute-folder-missing',
    'warning',
    withSettings({}, undefined, { hasInstituteFolder: false }),
  ],
  [
    'built-for-another-address',
    'error',
    withSettings({}, undefined, { builtFor: 'http://localhost:3000' }),
  ],
  [
    'sample-texts-left',
    'warning',
    checkSampleTexts([{ file: 'about.ts', names: ['heading', 'week'] }]),
  ],
  ['public-url-missing', 'warning', withSettings({ PUBLIC_URL: '', TRUST_PROXY: '' })],
  [
    'public-url-missing',
    'error',
    withSettings({ PUBLIC_URL: '', TRUST_PROXY: '', SMTP_URL: 'smtp://mail.example' }),
  ],
  ['public-url-missing', 'error', withSettings({ PUBLIC_URL: '', TRUST_PROXY: '', HOST: '::' })],
  ['public-url-http', 'error', withSettings({ PUBLIC_URL: 'http://academy.example' })],
  ['public-url-http', 'warning', withSettings({ PUBLIC_URL: 'http://10.0.0.5:3000' })],
  ['public-url-http', 'warning', withSettings({ PUBLIC_URL: 'http://lab-server:3000' })],
  [
    'proxy-unnamed',
    'error',
    withDatabase({ institute: { ...institute, unnamedProxy: '10.0.0.5' } }),
  ],
  ['proxy-missing', 'error', withSettings({ TRUST_PROXY: '' })],
  ['proxy-too-wide', 'warning', withSettings({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' })],
  ['proxy-too-wide', 'warning', withSettings({ TRUST_PROXY: 'uniquelocal' })],
  ['proxy-too-wide', 'error', withSettings({ TRUST_PROXY: '0.0.0.0/0' })],
  ['proxy-bypassed', 'error', withSettings({ HOST: '0.0.0.0' })],
  ['rate-limits-off', 'error', withSettings({ RATE_LIMITS: 'off' })],
  ['second-factor-off', 'error', withSettings({ SECOND_FACTOR: 'off' })],
  ['metrics-off', 'warning', withSettings({ METRICS_PORT: '' })],
  [
    'database-without-tls',
    'error',
    withSettings({ ...apart, DATABASE_URL: 'postgres://academy@db.example/academy' }),
  ],
  [
    'database-without-tls',
    'error',
    withSettings({ ...apart, DATABASE_URL: 'postgres://academy@localhost,db.example/academy' }),
  ],
  ['processes-apart', 'warning', withSettings({ ...apart, SECRET_KEY: '' })],

  ['files-readable', 'error', withStorage({ entries: [folder, { ...file, mode: 0o640 }] })],
  ['folders-open', 'warning', withStorage({ entries: [{ ...folder, mode: 0o755 }, file] })],
  ['files-of-others', 'error', withStorage({ entries: [folder, { ...file, ownerId: 0 }] })],
  ['disk-full', 'error', withStorage({ disks: [{ ...disk, freeBytes: 1e8, isLow: true }] })],
  ['inodes-used-up', 'error', withStorage({ disks: [{ ...disk, freeInodes: 49 }] })],
  ['disk-too-small-to-erase', 'error', withStorage({ databaseBytes: 1e10 })],
  [
    'backup-missing',
    'error',
    withStorage({ backups: { folder: '/backups', newest: null, isOnDataDisk: false } }),
  ],
  ['backup-damaged', 'error', withBackup({ damage: 'institute.db is missing' })],
  ['backup-old', 'error', withBackup({ madeAt: now - 49 * hour })],
  ['backup-readable', 'error', withBackup({ mode: 0o755 })],
  ['backup-warning', 'warning', withBackup({ warnings: ['Identity images are missing: 3.'] })],
  [
    'backup-on-same-disk',
    'warning',
    withStorage({ backups: { folder: '/backups', newest, isOnDataDisk: true } }),
  ],

  [
    'images-unavailable',
    'error',
    withImages({ problem: 's3://s3.example/academy answers 403 to GET.', versioning: null }),
  ],
  ['images-versioned', 'error', withImages({ versioning: 'Enabled' })],
  ['images-old-versions', 'warning', withImages({ versioning: 'Suspended' })],
  ['images-old-versions', 'warning', withImages({ versioning: null })],
  ['images-public', 'error', withImages({ isPublic: true })],
  ['images-without-tls', 'error', withImages({ isReadableOnTheWay: true })],
  ['images-left-behind', 'error', withImages({ left: { folder: '/data/images', count: 3 } })],

  ['database-damaged', 'error', withDatabase({ damage: ['row 12 missing from index mails_due'] })],
  [
    'code-too-old',
    'error',
    withDatabase({ migrations: { pending: [], unknown: ['0099-next.sql'] }, institute: null }),
  ],
  [
    'restart-due',
    'error',
    withDatabase({ migrations: { pending: ['0036-a.sql'], unknown: [] }, institute: null }),
  ],
  [
    'migrations-pending',
    'warning',
    withDatabase(
      { migrations: { pending: ['0036-a.sql'], unknown: [] }, institute: null },
      { isServerRunning: false },
    ),
  ],
  [
    'no-write-ahead-log',
    'error',
    withDatabase({ engine: { name: 'sqlite', hasWriteAheadLog: false } }),
  ],
  [
    'first-password-unused',
    'error',
    withStaff(owner, { ...owner, hasPassword: false, oneTimeExpiresAt: now + 90 * 365 * day }),
  ],
  ['no-owner', 'error', withStaff({ ...owner, isDisabled: true })],
  ['no-owner', 'error', withStaff({ ...owner, hasPassword: false, oneTimeExpiresAt: now - 1 })],
  ['second-factor-missing', 'warning', withStaff(owner, { ...owner, hasSecondFactor: false })],
  [
    'emails-waiting',
    'error',
    withDatabase({
      institute: { ...institute, dueEmails: { count: 3, oldestDueAt: now - 2 * hour } },
    }),
  ],
  [
    'emails-waiting',
    'warning',
    withDatabase(
      { institute: { ...institute, dueEmails: { count: 3, oldestDueAt: now - 2 * hour } } },
      { isServerRunning: false },
    ),
  ],
  ['emails-failed', 'warning', withDatabase({ institute: { ...institute, failedEmails: 1 } })],

  ['clock-differs', 'error', withClock({ differenceMs: -7_200_000 })],
  ['clock-behind', 'error', withClock({ isHeld: true, differenceMs: -7_200_000 })],
  ['clock-moved', 'warning', withClock({ lastShift: { at: now - hour, byMs: 7_200_000 } })],

  ['postgres-fsync', 'error', withPostgres({ fsync: 'off' })],
  ['postgres-full-page-writes', 'error', withPostgres({ fullPageWrites: 'off' })],
  ['postgres-synchronous-commit', 'error', withPostgres({ synchronousCommit: 'off' })],
  ['postgres-encoding', 'error', withPostgres({ encoding: 'LATIN1' })],
  ['postgres-standby', 'error', withPostgres({ isStandby: true })],
  ['pictures-of-another', 'error', withPictures({ isOfAnother: true })],
  ['pictures-missing', 'error', withPictures({ missing: 1 })],
  ['pictures-unnamed', 'error', withPictures({ unnamed: 3 })],
  ['pictures-set-aside', 'warning', withPictures({ setAside: 1 })],
  ['postgres-connections', 'error', withLimits({ connections: 9 })],
  ['postgres-connections', 'warning', withLimits({ connections: 19 })],
  ['postgres-statement-timeout', 'error', withLimits({ statementTimeoutMs: 300 })],
  ['postgres-collation', 'error', withLimits({ collation: { built: '2.31', present: '2.36' } })],
  ['database-clock', 'error', withPostgres({ clockAheadMs: -2_001 })],
  ['postgres-checksums', 'warning', withPostgres({ dataChecksums: 'off' })],
  ['postgres-buffers', 'warning', withPostgres({ databaseMb: 129 })],
  ['postgres-pooler', 'error', withPostgres({ isPooledByTransaction: true })],
  ['postgres-isolation', 'warning', withPostgres({ isolation: 'serializable' })],
  ['postgres-superuser', 'warning', withPostgres({ isSuperuser: true })],

  ['server-silent', 'warning', withNetwork({ server: silent })],
  ['server-unwell', 'error', withNetwork({ server: { ...silent, state: { status: 503 } } })],
  [
    'site-unreachable',
    'warning',
    withNetwork({ site: { isReached: false, host: 'academy.example', reason: 'ENOTFOUND' } }),
  ],
  ['site-not-ours', 'error', withSite({ status: 404, isOurs: false })],
  [
    'certificate-refused',
    'error',
    withSite({ certificate: { ...certificate, problem: 'SELF_SIGNED_CERT_IN_CHAIN' } }),
  ],
  [
    'certificate-ending',
    'error',
    withSite({ certificate: { ...certificate, expiresAt: now + 13 * day } }),
  ],
  [
    'certificate-ending',
    'error',
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
      [id, 'error', withNetwork({ site: { ...site, stopped: [{ what, status: 403 }] } })] as const,
  ),
  ['site-clock', 'error', withSite({ clockAheadMs: 3_001 })],
  ['mail-not-set-up', 'warning', withNetwork({ mail: { isSetUp: false, problem: null } })],
  [
    'mail-not-sent',
    'error',
    withNetwork({ mail: { isSetUp: true, problem: 'The mail server refused the connection.' } }),
  ],
  [
    'metrics-exposed',
    'error',
    withNetwork({ metrics: { port: 9464, isAnswering: true, exposedOn: ['192.0.2.7'] } }),
  ],
  [
    'metrics-silent',
    'error',
    withNetwork({ metrics: { port: 9464, isAnswering: false, exposedOn: [] } }),
  ],
  ['clock-unsynchronized', 'warning', withNetwork({ isClockSynchronized: false })],
]

describe('each finding', () => {
  it.each(cases)('%s (%s) is found alone, and described in two sentences', (id, level, found) => {
    expect(found).toMatchObject([{ id, level }])
    const [{ problem, remedy } = { problem: '', remedy: '' }] = found
    for (const sentence of [problem, remedy]) expect(sentence).toMatch(/^\S.*[^.]\.$/)
  })

  it('is covered by a case', () => {
    const sources = globSync(join(import.meta.dirname, 'check-*.ts')).map((path) =>
      readFileSync(path, 'utf8'),
    )
    const ids = sources.flatMap((source) =>
      [...source.matchAll(/(?:id: |checkDurability\()'([a-z-]+)'/g)].map(([, id]) => id),
    )
    const known = cases.map(([id]) => id)
    expect(ids.length).toBeGreaterThan(65)
    expect(ids.filter((id) => !known.includes(id ?? ''))).toEqual([])
  })
})

it.each([
  { texts: [], problems: [] },
  {
    texts: [{ file: 'about.ts', names: ['week'] }],
    problems: ['1 text is still the sample’s: about.ts (week).'],
  },
  {
    texts: [
      { file: 'about.ts', names: ['heading', 'week'] },
      { file: 'course.ts', names: ['months: Databases'] },
    ],
    problems: [
      '3 texts are still the sample’s: about.ts (heading; week), course.ts (months: Databases).',
    ],
  },
])('reports the sample texts as $problems', ({ texts, problems }) => {
  expect(checkSampleTexts(texts).map((finding) => finding.problem)).toEqual(problems)
})

it('finds nothing where no server runs, and without facts about the clock', () => {
  const engine = { name: 'sqlite', hasWriteAheadLog: false } as const
  expect(withDatabase({ engine }, { isServerRunning: false })).toEqual([])
  expect(withNetwork({ isClockSynchronized: null, site: null, metrics: null })).toEqual([])
  expect(withSettings({ PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
})
