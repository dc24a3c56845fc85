import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

type Params = Readonly<Record<string, unknown>>
/** Read on every request, changed far less often. */
export type CachedTables = Pick<Tables, 'sessions' | 'accounts'>
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
  /** Of the cached tables; without it nothing is cached. */
  readonly version?: (() => number) | undefined
}

const directEngines = new WeakMap<object, DirectEngine>()

/** On SQLite, prepared queries bypass Kysely's driver and run the statement directly. */
export function runDirectly(db: Db, engine: DirectEngine) {
  directEngines.set(db.getExecutor().adapter, engine)
}

type BuiltQuery<Row> = {
  readonly query: CompiledQuery<Row>
  readonly parameterReaders: readonly ((params: Params) => unknown)[]
  readonly cache: ReturnType<typeof createRowCache<Row>>
}

/**
 * A query that Kysely builds once per engine and that then runs with other values. Building it
 * each time would take two thirds of the time of the exam's hot path.
 */
export function preparedQuery<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
): PreparedQuery<P, Row> {
  return buildOnce(build, false)
}

/** The same, answered from memory on SQLite until a session or an account changes. */
export function cachedQuery<P extends Params, Row>(
  build: (db: Kysely<CachedTables>, param: ParamOf<P>) => Compilable<Row>,
): PreparedQuery<P, Row> {
  return buildOnce<P, Row>(build as never, true)
}

function buildOnce<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
  isCached: boolean,
): PreparedQuery<P, Row> {
  const builds = new WeakMap<object, BuiltQuery<Row>>()
  return async (db, params) => {
    const engine = db.getExecutor().adapter
    let builtQuery = builds.get(engine)
    if (!builtQuery) {
      const query = build(db, (name) => ({ placeholder: name }) as never).compile()
      builtQuery = {
        query,
        parameterReaders: query.parameters.map(toParameterReader),
        cache: createRowCache<Row>(),
      }
      builds.set(engine, builtQuery)
    }
    const { query, parameterReaders, cache } = builtQuery
    const parameters = parameterReaders.map((value) => value(params))
    const { prepare, version } = directEngines.get(engine) ?? {}
    if (prepare) {
      const statement = prepare(query.sql)
      const read = () => statement.all(parameters) as Row[]
      if (isCached && version) return cache(version(), parameters, read)
      if (statement.reader) return read()
      statement.run(parameters)
      return []
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)
    return rows
  }
}

const maxCachedRows = 20_000

/**
 * Rows by parameters, until the version changes. Empty results are not cached: guessed tokens would
 * displace the rest.
 */
function createRowCache<Row>() {
  const cache = new Map<string, Row[]>()
  let cachedVersion = 0
  return (version: number, parameters: readonly unknown[], read: () => Row[]): Row[] => {
    if (version !== cachedVersion || cache.size >= maxCachedRows) cache.clear()
    cachedVersion = version
    const key = JSON.stringify(parameters)
    const known = cache.get(key)
    if (known) return known
    const rows = read()
    if (rows.length > 0) cache.set(key, rows)
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
