import { expect, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import * as refusals from '#contract/errors.ts'
import * as format from '#contract/format.ts'
import { inBrowser } from './wire-contract.ts'

it('leaves method, path and field rules of an endpoint, and no schema', () => {
  const code = inBrowser(auth)
  expect(code).toContain(
    'export const studentLogin = {"method":"POST","path":"/api/auth/studentLogin"',
  )
  expect(code).toContain('"emptySays":"Enter your password"')
  expect(code).not.toMatch(/import|zod|refusals/i)
})

it('leaves a slice without schemas as it is', () => {
  expect(inBrowser(format)).toBeUndefined()
  expect(inBrowser(refusals)).toBeUndefined()
})
