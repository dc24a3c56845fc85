import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { readCommand } from './command-line/read-command.ts'
import { examine } from './doctor/examine.ts'
import { formatExamination, toExitCode } from './doctor/finding.ts'

const { values } = readCommand('doctor')

try {
  const config = readConfig(process.env)
  const backupsFolder = resolve(values.backups)
  const examination = await examine(config, { backupsFolder, now: Date.now() })
  console.log(values.json ? JSON.stringify(examination, null, 2) : formatExamination(examination))
  process.exitCode = toExitCode(examination)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
