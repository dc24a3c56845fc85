import { runOneLaptop } from '../faults/one-laptop/run-one-laptop.ts'
import { buildWeb } from './build-web.ts'
import { runCommand } from './run-command.ts'

/** `npm run faults -- one-laptop|registrations|erasure|fuzz|real-window [--long]`: see docs/running.md. */
const { options, positionals } = readArguments(process.argv.slice(2))
const [suite, ...names] = positionals
const seed = Number(options.get('seed') ?? 1)
const isLong = options.has('long')

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
    const { runRealWindow } = await import('../faults/real-window/run-real-window.ts')
    return runRealWindow({ isLong, seed, names })
  },
  async erasure() {
    const environment = isLong ? { LONG: '1' } : {}
    return (await runCommand('vitest', ['run', 'faults/erasure', ...names], environment)) === 0
  },
  async fuzz() {
    const runs = options.get('runs') ?? (isLong ? '100000' : '')
    const environment = { FUZZ_RUNS: runs, FUZZ_SEED: String(seed) }
    return (await runCommand('vitest', ['run', 'faults/fuzz', ...names], environment)) === 0
  },
}

const run = suites[suite ?? '']
if (run) {
  process.exitCode = (await run()) ? 0 : 1
} else {
  console.error(`Name one of: ${Object.keys(suites).join(', ')}`)
  process.exitCode = 2
}

function readArguments(args: readonly string[]) {
  const options = new Map<string, string>()
  const positionals: string[] = []
  const optionsWithValue = ['seed', 'runs', 'engine']
  for (let index = 0; index < args.length; index++) {
    const name = args[index]?.startsWith('--') ? args[index]?.slice(2) : undefined
    if (name === undefined) positionals.push(args[index] as string)
    else options.set(name, optionsWithValue.includes(name) ? (args[++index] ?? '') : '')
  }
  return { options, positionals }
}
