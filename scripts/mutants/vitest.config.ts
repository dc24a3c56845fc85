import { defineConfig } from 'vitest/config'

/** The specs that may notice a mutant: those of the folders in MUTANT_SPECS. */
const folders = (process.env.MUTANT_SPECS ?? 'core').split(',')

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: folders.map((folder) => `${folder}/**/*.spec.{ts,tsx}`),
    setupFiles: ['scripts/mutants/fixed-seed.ts'],
    env: { RUNS: '200' },
  },
})
