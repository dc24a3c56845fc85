import { expect, it } from 'vitest'
import { explainConnectionError } from './postgres-errors.ts'
import { toDriverUrl } from './postgres-url.ts'

const url = 'postgres://academy:Hush%2F7@db.example:5433/institute'
const fail = (code: string, message = 'raw') => Object.assign(new Error(message), { code })

it.each([
  [fail('28P01'), /^PostgreSQL on db\.example:5433 refuses the password of the role academy\./],
  [
    fail('28000', 'no pg_hba.conf entry for host "10.0.0.2", user "academy", no encryption'),
    /without encryption from here\. Add \?sslmode=verify-full/,
  ],
  [fail('28000', 'no pg_hba.conf entry for host "10.0.0.2", SSL encryption'), /needs a line/],
  [fail('53300'), /max_connections/],
  [fail('ENOTFOUND'), /host of the database, db\.example:5433, is not known here/],
  [fail('SELF_SIGNED_CERT_IN_CHAIN'), /Add sslrootcert=/],
  [fail('ERR_TLS_CERT_ALTNAME_INVALID'), /for another name than db\.example/],
  [fail('CERT_HAS_EXPIRED'), /has run out\.$/],
  [new Error('timeout exceeded when trying to connect'), /did not answer within 5 s\.$/],
  [new AggregateError([fail('ECONNREFUSED')]), /^No PostgreSQL answers on db\.example:5433/],
])('%s is described in our own words, without the password', (error, words) => {
  const explained = explainConnectionError(error, url) as Error
  expect(explained.message).toMatch(words)
  expect(explained.message).not.toContain('Hush')
  expect(explained.cause).toBe(error)
})

it('keeps the code, which callers check, and every error that is clear', () => {
  expect(explainConnectionError(fail('28P01'), url)).toMatchObject({ code: '28P01' })
  const plain = fail('25006', 'None of the servers takes writes')
  expect(explainConnectionError(plain, url)).toBe(plain)
})

it.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?a=1&sslmode=prefer&sslrootcert=/ca.pem', '?a=1&sslmode=verify-full&sslrootcert=/ca.pem'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
])('the driver gets %s as %s', (search, same) => {
  expect(toDriverUrl(`${url}${search}`)).toBe(`${url}${same}`)
})
