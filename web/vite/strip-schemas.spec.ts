import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import * as refusals from '#contract/errors.ts'
import * as exams from '#contract/exams.ts'
import * as format from '#contract/format.ts'
import * as questionFields from '#contract/questions/question-fields.ts'
import { toBrowserModule } from './strip-schemas.ts'

it('keeps method, path and field rules of an endpoint, and no schema', () => {
  const code = toBrowserModule(auth)
  expect(code).toContain(
    'export const studentLogin = {"method":"POST","path":"/api/auth/studentLogin"',
  )
  expect(code).toContain('"emptyMessage":"Enter your password"')
  expect(code).not.toMatch(/import|zod|refusals/i)
})

it('keeps the roles that may call', () => {
  const code = toBrowserModule(exams)
  expect(code).toContain('"path":"/api/test/create","access":"exams.edit"')
  expect(code).toContain('"access":["student","exams.edit"]')
})

it('keeps the limits of a typed number, with their messages', () => {
  expect(toBrowserModule(exams)).toContain(
    '"duration":{"numberMessage":"Enter the duration in minutes","minimum":1,"minimumMessage":"Enter a duration of 1 minute or more","maximum":1440,"maximumMessage":"Enter a duration of 24 hours or less"}',
  )
})

it('keeps the field rules of an exported schema: a text, a text with a picture, a list', () => {
  const code = toBrowserModule(questionFields)
  expect(code).toContain('export const QuestionFields = {"fields":{')
  expect(code).toContain('"question":{"maxLength":5000}')
  expect(code).toMatch(/"options":\{[^}]*"maxLength":1000\}/)
  expect(code).toContain('"codeSnippet":{"maxLength":20000}')
})

it('leaves a slice without schemas unchanged', () => {
  expect(toBrowserModule(format)).toBeUndefined()
  expect(toBrowserModule(refusals)).toBeUndefined()
})

const webFolder = resolve(import.meta.dirname, '..')
const contractImport = /import \{([^}]*)\} from '#contract\/([^']+)'/g
const importsOfWeb = globSync('**/*.{ts,tsx}', {
  cwd: webFolder,
  exclude: ['**/*.spec.*', 'vite/**'],
})
  .flatMap((file) => [...readFileSync(resolve(webFolder, file), 'utf8').matchAll(contractImport)])
  .map(([, names = '', module = '']) => ({
    module,
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^\w+$/.test(name)),
  }))

it.each(Object.entries(Object.groupBy(importsOfWeb, ({ module }) => module)))(
  'keeps everything that screens import from %s',
  async (module, imports = []) => {
    const code = toBrowserModule(await import(`../../contract/${module}`))
    const missing = imports
      .flatMap(({ names }) => names)
      .filter((name) => code !== undefined && !code.includes(`export const ${name} =`))
    expect(missing).toEqual([])
  },
)
