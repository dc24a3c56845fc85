import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  'postgres://academy:secret@db.example/academy',
  'postgresql://academy@db1:5432,db2/academy?sslmode=verify-full&target_session_attrs=any',
  'postgres://academy@/academy?host=/run/postgresql',
  'postgres://academy:secret@%2Frun%2Fpostgresql/academy',
  'postgres:///academy',
])('accepts %s as a database', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

it.each(['mysql://db.example/academy', 'academy', 'postgres://db 1/academy'])(
  'does not accept %s as a database',
  (DATABASE_URL) => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(
      /\nDATABASE_URL: Write it like postgres:\/\/user:password@host\/database$/,
    )
  },
)

it.each([
  'postgres://academy:p/ss@db.example/academy',
  'postgres://academy:12/34@db.example/academy',
  'postgres://academy:12#34@db.example/academy',
  'postgres://academy:12?34@db.example/academy',
  'postgres://academy:a[b/]@db1:5432,db2/academy',
])('reports the unescaped password of %s, without repeating it', (DATABASE_URL) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(
    /\nDATABASE_URL: The password in it has a character [^0-9]* write \/ as %2F, .*$/,
  )
  for (const part of ['p/ss', '12', '34', 'a[b'])
    expect(() => readConfig({ DATABASE_URL })).not.toThrow(part)
})

it.each([
  'postgres://academy:p@ss:w@db.example/academy',
  'postgres://academy:p%2Fss%23@db.example:5432/academy?sslmode=require',
  'postgres://academy@db.example:5432/academy?application_name=a@b',
])('accepts %s, whose meaning is clear', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

it('refuses an empty database setting, and treats every other empty setting as unset', () => {
  expect(() => readConfig({ DATABASE_URL: '' })).toThrow(
    /\nDATABASE_URL: It is set, but empty\. .*$/,
  )
  expect(readConfig({ SMTP_URL: '', PUBLIC_URL: '', PORT: '' })).toEqual(readConfig({}))
})

it.each([
  ['https://academy.example', 'https://academy.example'],
  ['https://academy.example/', 'https://academy.example'],
  ['http://Lab-Server:3000', 'http://lab-server:3000'],
])('the public address %s is %s', (PUBLIC_URL, origin) => {
  expect(readConfig({ PUBLIC_URL })).toMatchObject({ PUBLIC_URL: origin, hasPublicUrl: true })
})

it.each([
  'https://academy.example/exams',
  'https://academy.example/?from=mail',
  'https://academy.example/#top',
  'https://asha@academy.example',
])('%s is more than the public address of a host', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(
    /\nPUBLIC_URL: Give only the host, without a path/,
  )
})

it.each(['academy.example', 'ftp://academy.example'])('%s is no public address', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(/\nPUBLIC_URL: Write it like https:/)
})

it.each(['hello@academy.example', 'Academy <hello@academy.example>', '"A, B" <hello@localhost>'])(
  'sends emails from %s',
  (MAIL_FROM) => {
    expect(readConfig({ MAIL_FROM })).toMatchObject({ MAIL_FROM })
  },
)

it.each(['Academy', 'Academy <>', 'hello@', 'a@academy.example, b@academy.example'])(
  'sends no emails from %s, which does not name one address',
  (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(
      /\nMAIL_FROM: Name one address, like Academy <hello@academy\.example>$/,
    )
  },
)
