import { runCommand } from '#programs/run-command.ts'
import { runOneLaptop } from '../faults/one-laptop/run-one-laptop.ts'
import { buildWeb } from './build-web.ts'
import { readCommand } from './command-line/read-command.ts'

const { values, words } = readCommand('faults')
const { browser, long: isLong } = values
const [suite = '', ...names] = words
const seed = Number(values.seed)
const runs = values.runs === undefined ? undefined : Number(values.runs)

/** Faults whose case is a spec; some have a long form. */
const specSuites: Readonly<Record<string, readonly string[]>> = {
  backup: ['scripts/backup.spec.ts'],
  'clock-jump': ['faults/clock/', 'server/create-deps.spec.ts'],
  'damaged-files': ['server/database/database-file.spec.ts'],
  'disk-full': ['faults/disk-full', 'server/platform/disk-space.spec.ts'],
  'everyone-at-once': ['faults/server/concurrent-class.spec.ts'],
  'folder-in-use': ['faults/server/folder-in-use.spec.ts', 'server/database/group-commit.spec.ts'],
  smtp: ['server/platform/mailer/smtp-transport.spec.ts', 'server/platform/mailer/outbox.spec.ts'],
}

const suites: Readonly<Record<string, () => Promise<boolean>>> = {
  async 'one-laptop'() {
    await buildWeb()
    return runOneLaptop({ isLong, seed, names })
  },
  async registrations() {
    await buildWeb()
    const { runRegistrations } = await import('../faults/registrations/run-registrations.ts')
    return runRegistrations({ isLong })
  },
  async 'real-window'() {
    await buildWeb()
    if (browser !== undefined) {
      const { runEngines } = await import('../faults/real-window/run-engines.ts')
      const { engineNames } = await import('../faults/real-window/report-engines.ts')
      const engines = engineNames.filter((name) => browser === 'all' || name === browser)
      if (engines.length === 0) throw new Error(`Name one of: all, ${engineNames.join(', ')}`)
      return runEngines({ engines, isLong, seed, names })
    }
    const { runRealWindow } = await import('../faults/real-window/run-real-window.ts')
    return runRealWindow({ isLong, seed, names })
  },
  async 'screen-reader'() {
    await buildWeb()
    const { runScreenReader } = await import('../faults/screen-reader/run-screen-reader.ts')
    return runScreenReader({ isLong, seed, names })
  },
  async kill() {
    const { reportKills } = await import('../faults/kill/report-kills.ts')
    const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
    return reportKills({ isLong, seed, kills: runs, maxMs: minutes * 60_000 })
  },
  async pause() {
    const { reportPauses } = await import('../faults/pause/report-pauses.ts')
    return reportPauses({ isLong, seed, runs, names })
  },
  async 'power-cut'() {
    const { reportPowerCuts } = await import('../faults/power-cut/report-power-cuts.ts')
    return reportPowerCuts({ isLong, seed, cuts: runs })
  },
  async 'disk-errors'() {
    const { reportDiskErrors } = await import('../faults/disk-errors/report-disk-errors.ts')
    return reportDiskErrors({ isLong, seed, ordinals: runs })
  },
  async 'migration-kill'() {
    const { reportMigrationKills } = await import(
      '../faults/migration-kill/report-migration-kills.ts'
    )
    return reportMigrationKills({ isLong, seed, kills: runs })
  },
  async erasure() {
    const environment = isLong ? { LONG: '1' } : {}
    return (await runCommand('vitest', ['run', 'faults/erasure', ...names], environment)) === 0
  },
  async 'exam-days'() {
    const { reportExamDays } = await import('../faults/exam-days/report-exam-days.ts')
    return reportExamDays({ isLong, seed, days: runs, names })
  },
  async postgres() {
    const { runPostgres } = await import('../faults/postgres/run-postgres.ts')
    return runPostgres({ isLong, seed, names })
  },
  async databases() {
    const files = ['faults/databases', 'faults/postgres/pgbouncer.spec.ts', ...names]
    const environment = isLong ? { LONG: '1' } : {}
    return (
      (await runCommand('vitest', ['run', '--project', 'postgres', ...files], environment)) === 0
    )
  },
  async fuzz() {
    const fuzzRuns = values.runs ?? (isLong ? '100000' : '')
    const environment = { FUZZ_RUNS: fuzzRuns, FUZZ_SEED: String(seed) }
    return (await runCommand('vitest', ['run', 'faults/fuzz', ...names], environment)) === 0
  },
}

const run = suites[suite] ?? toSpecRun(specSuites[suite] ?? [])
console.log(`Seed ${seed}`)
process.exitCode = (await run()) ? 0 : 1

function toSpecRun(files: readonly string[]) {
  const projects = ['--project', 'sqlite', '--project', 'scripts']
  return async () =>
    (await runCommand('vitest', ['run', ...projects, ...files], isLong ? { LONG: '1' } : {})) === 0
}
