import { expect, it } from 'vitest'
import { toRelyingParty } from './relying-party.ts'

it.each([
  ['https://exams.example.org/', 'exams.example.org', 'https://exams.example.org'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('%s can have passkeys', (url, id, origin) => {
  expect(toRelyingParty(url)).toEqual({ id, origin })
})

it.each([
  undefined,
  'http://exams.example.org',
  'http://127.0.0.1:3000',
  'https://192.0.2.7',
  'https://[2001:db8::1]',
])('%s cannot have passkeys', (url) => {
  expect(toRelyingParty(url)).toBeNull()
})
