import { existsSync, globSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { instituteFolder, sampleFolder } from '../institute-folder.ts'
import { readCommand } from './command-line/read-command.ts'

// Copies the samples that are not yet in institute/ into it, to be changed there.

readCommand('new-institute')

const missing = globSync('**/*.*', { cwd: sampleFolder })
  .filter((name) => !existsSync(join(instituteFolder, name)))
  .toSorted()
for (const name of missing) {
  await cp(join(sampleFolder, name), join(instituteFolder, name), { force: false })
  console.log(join(instituteFolder, name))
}
console.log(
  missing.length === 0
    ? `Nothing to copy: ${instituteFolder} has every file.`
    : 'These are copies of the samples. Change them, delete those that you want as they are, and run npm run build.',
)
