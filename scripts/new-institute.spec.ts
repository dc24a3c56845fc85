import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '#programs/run-command.ts'

const run = promisify(execFile)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'institute-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runNode = (...args: string[]) =>
  run(process.execPath, args, { cwd: root, env: { ...process.env, INSTITUTE_DIR: folder } })
const evaluate = (code: string) => runNode('--input-type=module', '-e', code)
const printProduct = "console.log((await import('#site')).site.product)"
const printTerms =
  "console.log((await (await import('#web/vite/institute.ts')).loadWords('terms.ts')).terms.join())"
const refuse = "(await import('#web/vite/institute.ts')).refuseUnknownFiles()"

async function getFailure(running: Promise<unknown>): Promise<string> {
  const error = await running.then(
    () => ({ stderr: 'it did not fail' }),
    (reason: { stderr: string }) => reason,
  )
  return error.stderr
}

it('copies each sample once and never over a file of the institute', async () => {
  writeFileSync(join(folder, 'terms.ts'), "export const terms = ['Pay on time.']\n")
  await runNode('scripts/new-institute.ts')
  expect(readFileSync(join(folder, 'terms.ts'), 'utf8')).toContain('Pay on time.')
  expect(readFileSync(join(folder, 'course.ts'), 'utf8')).toBe(
    readFileSync(join(root, 'sample-institute/course.ts'), 'utf8'),
  )
  expect((await runNode('scripts/new-institute.ts')).stdout).toMatch(/^Nothing to copy/)
})

it('uses a file of the institute, or the sample where there is none', async () => {
  writeFileSync(join(folder, 'terms.ts'), "export const terms = ['Pay on time.']\n")
  expect((await evaluate(printTerms)).stdout).toBe('Pay on time.\n')
  expect((await evaluate(printProduct)).stdout).toBe('FSL Academy\n')

  const sample = readFileSync(join(root, 'sample-institute/site.config.ts'), 'utf8')
  writeFileSync(
    join(folder, 'site.config.ts'),
    sample
      .replace(
        "'#contract/institute-settings.ts'",
        `'${join(root, 'contract/institute-settings.ts')}'`,
      )
      .replace('FSL Academy', 'Sahyadri Institute of Computing'),
  )
  expect((await evaluate(printProduct)).stdout).toBe('Sahyadri Institute of Computing\n')
})

it('says in plain words what is wrong in a file', async () => {
  writeFileSync(join(folder, 'terms.ts'), 'export const terms = [7]\n')
  const stderr = await getFailure(evaluate(printTerms))
  expect(stderr).toContain(`${join(folder, 'terms.ts')} is not right.\nterms.0: `)
  expect(stderr).toContain('Compare sample-institute/terms.ts.')
})

it('names the file and the field of a batch on a day that does not exist', async () => {
  writeFileSync(
    join(folder, 'batches.ts'),
    "export const batches = [{ course: 'Redux', starts: '2027-02-29', schedule: 'Saturday' }]\n",
  )
  expect(await getFailure(evaluate(printTerms.replace('terms.ts', 'batches.ts')))).toContain(
    `${join(folder, 'batches.ts')} is not right.\nbatches.0.starts: Write a day that exists, like 2027-01-11\n`,
  )
})

it('refuses a misspelt file name, which would leave the sample in use', async () => {
  writeFileSync(join(folder, 'corse.ts'), '')
  expect(await getFailure(evaluate(refuse))).toContain(
    `${join(folder, 'corse.ts')} is not a file that an institute has. These are: about.ts, batches.ts, course.ts`,
  )
})
