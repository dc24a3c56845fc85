import { expect, it } from 'vitest'
import { validatePassword } from '#core/accounts/password.ts'
import { loadKnownPasswords } from '#server/platform/known-passwords.ts'
import { createPassword } from './student.ts'

it('makes passwords that the server accepts, for students of many rehearsals', async () => {
  const isCommon = await loadKnownPasswords()
  const refused = Array.from({ length: 20_000 }, createPassword).filter(
    (password) => validatePassword(password, { isCommon }) !== undefined,
  )
  expect(refused).toEqual([])
})
