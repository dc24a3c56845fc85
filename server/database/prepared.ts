import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../deps.ts'

type Params = Readonly<Record<string, unknown>>
type Hole = { readonly hole: string }
type Built<Row> = { query: CompiledQuery<Row>; fill: ((params: Params) => unknown)[] }
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
  const built = new WeakMap<object, Built<Row>>()
  return async (db, params) => {
    const engine = db.getExecutor().adapter
    let kept = built.get(engine)
    if (!kept) {
      const query = build(db, (name) => ({ hole: name }) as never).compile()
      kept = { query, fill: query.parameters.map(fillerOf) }
      built.set(engine, kept)
    }
    const { query, fill } = kept
    const parameters = fill.map((value) => value(params))
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

/**
 * A bound text that SQLite cannot look into while it plans. Where an index covers part of a table
 * (`WHERE deleted_at IS NULL`), it would else plan a join anew for each value, at eight times the
 * cost of running it.
 */
export function asText(value: string): RawBuilder<string> {
  return sql<string>`cast(${value} as text)`
}

function fillerOf(value: unknown): (params: Params) => unknown {
  if (!isHole(value)) return () => value
  const { hole } = value
  return (params) => params[hole]
}

function isHole(value: unknown): value is Hole {
  return typeof value === 'object' && value !== null && 'hole' in value
}
