import { inject } from 'vitest'
import { createTestApp as createBaseTestApp } from './test-app.ts'

type TestAppOptions = Parameters<typeof createBaseTestApp>[0]

/** A test app on the engine that this run of the specs is for. */
export function createTestApp(options: TestAppOptions = {}) {
  const databaseUrl = process.env.ENGINE === 'postgres' ? inject('postgresUrl') : undefined
  return createBaseTestApp({ databaseUrl, ...options })
}
