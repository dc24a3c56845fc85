import { Client } from 'pg'

/** A database that no other spec uses; settings of a schema cannot be what those of a database are. */
export async function createOwnDatabase(serverUrl: string) {
  const name = `own_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const run = (statement: string) => runSql(serverUrl, statement)
  await run(`CREATE DATABASE ${name} TEMPLATE template0`)
  return {
    name,
    url: url.href,
    /** `SET …`, which holds for connections from now on. */
    alter: (change: string) => run(`ALTER DATABASE ${name} ${change}`),
    drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function runSql(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
