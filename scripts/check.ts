import { imports, lint, runChecks, specs, types, unused } from './run-checks.ts'

await runChecks([types, lint, imports, unused, specs])
