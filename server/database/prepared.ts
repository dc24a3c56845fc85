import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from '../deps.ts'

type Params = Readonly<Record<string, unknown>>
type Hole = { readonly hole: string }
type Statement = {
  reader: boolean
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): unknown
}

const direct = new WeakMap<object, (sql: string) => Statement>()

/** On SQLite a prepared query goes to the statement itself, past Kysely's driver. */
export function runDirectly(db: Db, prepare: (sql: string) => Statement) {
  direct.set(db.getExecutor().adapter, prepare)
}

/**
 * A query that Kysely builds once for each engine and that then runs with other values: the
 * exam's hot path would spend two thirds of its time building the same text again.
 */
export function prepared<P extends Params, Row>(
  build: (db: Db, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db, params: P) => Promise<Row[]> {
  const built = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, params) => {
    const engine = db.getExecutor().adapter
    let query = built.get(engine)
    if (!query) {
      query = build(db, (name) => ({ hole: name }) as never).compile()
      built.set(engine, query)
    }
    const parameters = query.parameters.map((value) => (isHole(value) ? params[value.hole] : value))
    const prepare = direct.get(engine)
    if (prepare) {
      const statement = prepare(query.sql)
      if (statement.reader) return statement.all(parameters) as Row[]
      statement.run(parameters)
      return []
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)
    return rows
  }
}

function isHole(value: unknown): value is Hole {
  return typeof value === 'object' && value !== null && 'hole' in value
}
