import { inject } from 'vitest'
import { createSchema } from '#test/test-databases.ts'
import { runSql } from './postgres/ledger.ts'

/** An empty schema in the PostgreSQL of the specs, for servers in processes of their own. */
export async function openOwnSchema() {
  const url = inject('postgresUrl')
  const schema = `own_${crypto.randomUUID().replaceAll('-', '')}`
  const schemaUrl = await createSchema(url, schema)
  return {
    /** The address of the whole server. */
    url,
    schema,
    /** Leads to the schema. */
    schemaUrl,
    drop: () => runSql(url, `DROP SCHEMA ${schema} CASCADE`),
  }
}
