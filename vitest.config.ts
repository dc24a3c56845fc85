import { defineConfig } from 'vitest/config'

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

/** What touches the database runs on both engines. */
const onBothEngines = [
  'server/{accounts,attempts,audit-log,batches,email-log,enquiries,exam-day,exam-windows,exams,live,result-mails,results,retention,student-import,students}/**/*.spec.ts',
  'server/http/cookies.spec.ts',
  'web/admin/students/import/import-students.spec.ts',
  'server/platform/mailer/{mailer,outbox,refused-emails,suppressed}.spec.ts',
  'server/platform/rate-limits/two-processes.spec.ts',
  'server/database/{deadlock,heartbeat,names-folded,pagination,postgres-hosts,postgres-plans,postgres-requirements,postgres-standby,postgres-statements}.spec.ts',
  // Who may call what is decided before the database; faults/fuzz makes each call on both.
  ...(process.env.LONG ? ['test/roles-matrix.spec.ts'] : []),
  'faults/{fuzz,pause,postgres}/**/*.spec.ts',
  'scripts/doctor/read-database.spec.ts',
]

/** From one engine to the other. */
const fromEngineToEngine = 'scripts/move/**/*.spec.ts'

/** As the demo does, this draws SVG, which a server turns off for the whole process. */
const drawnSvg = 'web/vite/site-icons.spec.ts'

export default defineConfig({
  test: {
    // Vitest would leave one core idle, and specs that start processes wait for them.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...together,
          name: 'sqlite',
          include: ['{core,contract,server,web,lint,test,bench,faults}/**/*.spec.{ts,tsx}'],
          exclude: [drawnSvg],
        },
      },
      {
        test: {
          ...shared,
          name: 'scripts',
          include: ['{scripts,demo}/**/*.spec.ts', drawnSvg],
          exclude: [fromEngineToEngine],
        },
      },
      {
        test: {
          ...together,
          name: 'postgres',
          include: [...onBothEngines, fromEngineToEngine],
          globalSetup: ['test/postgres.ts'],
          env: { ENGINE: 'postgres' },
        },
      },
    ],
  },
})
