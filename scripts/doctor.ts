import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { examine } from './doctor/examine.ts'
import { formatExamination, toExitCode } from './doctor/finding.ts'

try {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, backups: { type: 'string', default: 'backups' } },
  })
  const config = readConfig(process.env)
  const backupsFolder = resolve(values.backups)
  const examination = await examine(config, { backupsFolder, now: Date.now() })
  console.log(values.json ? JSON.stringify(examination, null, 2) : formatExamination(examination))
  process.exitCode = toExitCode(examination)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
