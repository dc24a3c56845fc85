import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

/** A house is a world of its own, so files share what they import: a quarter of the time. */
const together = { ...shared, isolate: false } as const

/** What touches the database runs on both engines. */
const onBothEngines = [
  'server/{attempts,audit-log,auth,enquiries,exam-room,exams,marking,results,students}/**/*.spec.ts',
  'server/mail/{erase-mail,held,mail-page,open-mail,outbox}.spec.ts',
  'server/database/deadlock.spec.ts',
  'server/{keep-retention,limits-of-two-processes}.spec.ts',
  'checks/roles-matrix.spec.ts',
  'faults/fuzz/**/*.spec.ts',
]

export default defineConfig({
  test: {
    // Vitest would leave one core idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...together,
          name: 'sqlite',
          include: ['{core,contract,server,web,checks,faults}/**/*.spec.{ts,tsx}'],
        },
      },
      {
        test: {
          // The demo draws its pictures with what a server forbids to the whole process.
          ...shared,
          name: 'tools',
          include: ['tools/**/*.spec.ts'],
        },
      },
      {
        test: {
          ...together,
          name: 'postgres',
          include: onBothEngines,
          globalSetup: ['checks/postgres.ts'],
          env: { ENGINE: 'postgres' },
        },
      },
    ],
  },
})
