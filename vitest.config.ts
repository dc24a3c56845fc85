import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

/** What touches the database runs on both engines. */
const onBothEngines = [
  'server/{attempts,audit-log,auth,enquiries,exam-room,exams,marking,results,students}/**/*.spec.ts',
  'server/mail/{held,mail-page,open-mail,outbox}.spec.ts',
  'server/database/deadlock.spec.ts',
  'server/limits-of-two-processes.spec.ts',
  'checks/roles-matrix.spec.ts',
]

export default defineConfig({
  test: {
    // Vitest would leave one core idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'sqlite',
          include: ['{core,contract,server,web,checks,tools}/**/*.spec.{ts,tsx}'],
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: onBothEngines,
          globalSetup: ['checks/postgres.ts'],
          env: { ENGINE: 'postgres' },
        },
      },
    ],
  },
})
