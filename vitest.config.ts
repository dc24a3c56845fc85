import { defineConfig } from 'vitest/config'
import { runPart } from './test/run-part.ts'

const shared = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest's own limit is one second, which a busy machine passes without a turn.
  expect: { poll: { timeout: 30_000 } },
  // Specs create much and keep little: with more room for what is young, garbage costs less.
  execArgv: ['--max-semi-space-size=32'],
}

/**
 * Each test app is isolated by itself, so spec files share their imports, which takes a quarter of
 * the time.
 */
const together = { ...shared, isolate: false } as const

/** Specs that touch the database run on both engines; */
const onBothEngines = [
  'server/{presence,attempts,incidents,student-exams}/**/*.spec.ts',
  'server/live/action-batches.spec.ts',
  'server/platform/rate-limits/two-processes.spec.ts',
  'server/database/{newer-version,deadlock,heartbeat,names-folded,postgres-plans,postgres-signals,postgres-statements}.spec.ts',
  // Roles are checked before the database is asked; faults/fuzz makes each call on both.
  ...(process.env.LONG ? ['test/roles-matrix.spec.ts'] : []),
  'scripts/doctor/read-database.spec.ts',
]

/** Specs that need PostgreSQL. */
const postgresOnly = ['faults/postgres/pgbouncer.spec.ts', 'faults/databases/**/*.spec.ts']

/** and on the second one only in `npm run test:rest` what no exam waits for. */
const onBothEnginesInRest = [
  // Over 17 s each on PostgreSQL; on SQLite the usual part has them.
  'server/attempts/{key-guard,proctoring-events}.spec.ts',
  'server/database/pagination.spec.ts',
  'server/incidents/incidents.spec.ts',
  'server/live/live-actions.spec.ts',
  'server/student-exams/student-windows.spec.ts',
  'server/{accounts,audit-log,batches,email-log,enquiries,exam-windows,exams,registers,result-mails,results,retention,student-import,students,window-emails}/**/*.spec.ts',
  'server/live/{hung-streams,live,restart,two-processes}.spec.ts',
  'server/http/cookies.spec.ts',
  'server/database/{migration-progress,old-institute,postgres-hosts,postgres-isolation,postgres-requirements,postgres-standby}.spec.ts',
  'web/admin/students/import/import-students.spec.ts',
  'test/{audit-lines,refusals}.spec.ts',
  'faults/{clock,exam-days,fuzz,pause,pictures,postgres}/**/*.spec.ts',
  ...postgresOnly,
  'server/platform/mailer/{mailer,outbox,refused-emails,suppressed}.spec.ts',
]

/** From one engine to the other. */
const fromEngineToEngine = 'scripts/move/**/*.spec.ts'

/** Faults around the server, and commands of an operator: each in processes of its own. */
const faultsInRest = [
  'faults/{disk-errors,disk-full,erasure,fuzz,kill,migration-kill,one-laptop,power-cut}/**/*.spec.ts',
  'faults/server/caching-proxy.spec.ts',
  'faults/clock/{clock-jump,wrong-clock}.spec.ts',
  'faults/{pause,pictures,proxies}/**/*.spec.ts',
  'faults/server/{concurrent-class,crash-recovery,flaky-network,folder-in-use,registration-crash}.spec.ts',
  'test/images-in-a-bucket.spec.ts',
]
const commandsInRest = [
  'scripts/{another-institute,backup,move-images,private-files,rehearse,rotate-image-key,verify-audit}.spec.ts',
  'scripts/command-line/commands.spec.ts',
  'scripts/doctor/examine.spec.ts',
  'demo/demo.spec.ts',
]

type Picked = { usual: string[]; rest?: string[]; never?: string[] }

/** The specs of a project in this part of the checks. */
function pick({ usual, rest = [], never = [] }: Picked) {
  const include = { usual, rest, any: [...usual, ...rest] }[runPart]
  return { include, exclude: runPart === 'usual' ? [...never, ...rest] : never }
}

/** These draw SVG, which a server turns off for the whole process. */
const drawnSvg = 'web/vite/{share-pictures,site-icons}.spec.ts'

// Specs speak of the samples, also where an institute has its own files.
process.env.INSTITUTE_DIR = 'sample-institute'

export default defineConfig({
  test: {
    // Vitest would leave one core idle, and specs that start processes wait for them.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...together,
          name: 'sqlite',
          ...pick({
            usual: [
              '{core,contract,server,web,lint,test,simulated-class,bench,faults}/**/*.spec.{ts,tsx}',
            ],
            rest: faultsInRest,
            never: [drawnSvg, ...postgresOnly],
          }),
        },
      },
      {
        test: {
          ...shared,
          name: 'scripts',
          ...pick({
            usual: ['{scripts,demo}/**/*.spec.ts', drawnSvg],
            rest: commandsInRest,
            never: [fromEngineToEngine],
          }),
        },
      },
      {
        test: {
          ...together,
          name: 'postgres',
          ...pick({ usual: onBothEngines, rest: [...onBothEnginesInRest, fromEngineToEngine] }),
          globalSetup: ['test/postgres.ts'],
          env: { ENGINE: 'postgres' },
        },
      },
    ],
  },
})
