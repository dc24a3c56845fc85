import { expect, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import * as refusals from '#contract/errors.ts'
import * as format from '#contract/format.ts'
import { toBrowserModule } from './strip-schemas.ts'

it('leaves method, path and field rules of an endpoint, and no schema', () => {
  const code = toBrowserModule(auth)
  expect(code).toContain(
    'export const studentLogin = {"method":"POST","path":"/api/auth/studentLogin"',
  )
  expect(code).toContain('"emptyMessage":"Enter your password"')
  expect(code).not.toMatch(/import|zod|refusals/i)
})

it('leaves a slice without schemas as it is', () => {
  expect(toBrowserModule(format)).toBeUndefined()
  expect(toBrowserModule(refusals)).toBeUndefined()
})
