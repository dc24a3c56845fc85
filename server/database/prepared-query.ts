import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { prepareOnce } from './postgres-statements.ts'
import type { CachedTables, GetCached } from './row-cache.ts'

type Params = Readonly<Record<string, unknown>>
type ParamOf<P> = <K extends keyof P & string>(name: K) => P[K]
type PreparedQuery<P, Row> = (db: Db, params: P) => Promise<Row[]>
type Placeholder = { readonly placeholder: string }
type Statement = {
  reader: boolean
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): unknown
}

type DirectEngine = {
  readonly prepare: (sql: string) => Statement
  readonly getCached: GetCached
}

const directEngines = new WeakMap<object, DirectEngine>()

/** On SQLite, prepared queries bypass Kysely's driver and run the statement directly. */
export function runDirectly(db: Db, engine: DirectEngine) {
  directEngines.set(db.getExecutor().adapter, engine)
}

type BuiltQuery<Row> = {
  readonly query: CompiledQuery<Row>
  readonly parameterReaders: readonly ((params: Params) => unknown)[]
}

/**
 * A query that Kysely builds once per engine, and PostgreSQL plans once per connection, and that
 * then runs with other values. Building it each time would take two thirds of the time of the
 * exam's hot path.
 */
export function preparedQuery<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
): PreparedQuery<P, Row> {
  return buildOnce(build, null)
}

let cachedQueries = 0

/**
 * The same, answered from memory on SQLite until a row of this account changes.
 * @param accountOf whose the rows are; they are all of one account
 */
export function cachedQuery<P extends Params, Row>(
  accountOf: (row: Row) => string,
  build: (db: Kysely<CachedTables>, param: ParamOf<P>) => Compilable<Row>,
): PreparedQuery<P, Row> {
  cachedQueries += 1
  return buildOnce<P, Row>(build as never, { number: cachedQueries, accountOf })
}

function buildOnce<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
  cached: { readonly number: number; readonly accountOf: (row: Row) => string } | null,
): PreparedQuery<P, Row> {
  const builds = new WeakMap<object, BuiltQuery<Row>>()
  return async (db, params) => {
    const engine = db.getExecutor().adapter
    let builtQuery = builds.get(engine)
    if (!builtQuery) {
      const query = build(db, (name) => ({ placeholder: name }) as never).compile()
      builtQuery = { query, parameterReaders: query.parameters.map(toParameterReader) }
      builds.set(engine, builtQuery)
      if (!directEngines.has(engine)) prepareOnce(query.sql)
    }
    const { query, parameterReaders } = builtQuery
    const parameters = parameterReaders.map((value) => value(params))
    const direct = directEngines.get(engine)
    if (direct) {
      const statement = direct.prepare(query.sql)
      const read = () => statement.all(parameters) as Row[]
      if (cached) {
        const key = `${cached.number} ${JSON.stringify(parameters)}`
        return direct.getCached(key, cached.accountOf, read)
      }
      if (statement.reader) return read()
      statement.run(parameters)
      return []
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)
    return rows
  }
}

/**
 * A bound text that hides its value from SQLite's planner. With a partial index (`WHERE deleted_at
 * IS NULL`) SQLite would otherwise replan a join for each value, at eight times the cost of running
 * it.
 */
export function castToText(value: string): RawBuilder<string> {
  return sql<string>`cast(${value} as text)`
}

function toParameterReader(value: unknown): (params: Params) => unknown {
  if (!isPlaceholder(value)) return () => value
  const { placeholder } = value
  return (params) => params[placeholder]
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && 'placeholder' in value
}
