import { lint, runChecks, specs, types, unused } from './checks.ts'

await runChecks([types, lint, unused, specs])
