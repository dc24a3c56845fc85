import { expect, it } from 'vitest'
import { describeDatabase } from './describe-database.ts'

it.each([
  [undefined, 'SQLite', './data'],
  ['postgres://academy:Hush-7@db.example/academy', 'PostgreSQL', 'academy on db.example'],
  ['postgres://a:Hush-7@db1:5432,db2/academy?x=1', 'PostgreSQL', 'academy on db1:5432, db2'],
  ['postgres://a:Hush-7@/academy?host=/run/postgresql', 'PostgreSQL', 'academy on /run/postgresql'],
  ['postgres://academy@%2Frun%2Fpostgresql', 'PostgreSQL', 'academy on /run/postgresql'],
  ['postgres:///academy', 'PostgreSQL', 'academy on this machine'],
] as const)('%s is %s, %s', (DATABASE_URL, engine, place) => {
  expect(describeDatabase({ DATABASE_URL, DATA_DIR: './data' })).toEqual({ engine, place })
})
