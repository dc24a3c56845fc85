import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Tables } from './tables.ts'

type Params = Readonly<Record<string, unknown>>
/** Who is logged in: asked for at every call, and changed far less often. */
export type KeptTables = Pick<Tables, 'sessions' | 'accounts'>
type ParamOf<P> = <K extends keyof P & string>(name: K) => P[K]
type Prepared<P, Row> = (db: Db, params: P) => Promise<Row[]>
type Hole = { readonly hole: string }
type Statement = {
  reader: boolean
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): unknown
}

type Direct = {
  readonly prepare: (sql: string) => Statement
  /** Of the kept tables; without it no rows are kept. */
  readonly version?: (() => number) | undefined
}

const direct = new WeakMap<object, Direct>()

/** On SQLite a prepared query goes to the statement itself, past Kysely's driver. */
export function runDirectly(db: Db, engine: Direct) {
  direct.set(db.getExecutor().adapter, engine)
}

type Built<Row> = {
  readonly query: CompiledQuery<Row>
  readonly fill: readonly ((params: Params) => unknown)[]
  readonly kept: ReturnType<typeof keepRows<Row>>
}

/**
 * A query that Kysely builds once for each engine and that then runs with other values: the
 * exam's hot path would spend two thirds of its time building the same text again.
 */
export function prepared<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
): Prepared<P, Row> {
  return builtOnce(build, false)
}

/** The same, and SQLite answers from memory until a session or an account changes. */
export function preparedAndKept<P extends Params, Row>(
  build: (db: Kysely<KeptTables>, param: ParamOf<P>) => Compilable<Row>,
): Prepared<P, Row> {
  return builtOnce<P, Row>(build as never, true)
}

function builtOnce<P extends Params, Row>(
  build: (db: Db, param: ParamOf<P>) => Compilable<Row>,
  isKept: boolean,
): Prepared<P, Row> {
  const builds = new WeakMap<object, Built<Row>>()
  return async (db, params) => {
    const engine = db.getExecutor().adapter
    let built = builds.get(engine)
    if (!built) {
      const query = build(db, (name) => ({ hole: name }) as never).compile()
      built = { query, fill: query.parameters.map(fillerOf), kept: keepRows<Row>() }
      builds.set(engine, built)
    }
    const { query, fill, kept } = built
    const parameters = fill.map((value) => value(params))
    const { prepare, version } = direct.get(engine) ?? {}
    if (prepare) {
      const statement = prepare(query.sql)
      const read = () => statement.all(parameters) as Row[]
      if (isKept && version) return kept(version(), parameters, read)
      if (statement.reader) return read()
      statement.run(parameters)
      return []
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)
    return rows
  }
}

const mostKept = 5_000

/**
 * By what was asked for, for as long as the version stays the same. That nothing was found is not
 * kept: a stranger's guesses would push out the rest.
 */
function keepRows<Row>() {
  const kept = new Map<string, Row[]>()
  let keptVersion = 0
  return (version: number, parameters: readonly unknown[], read: () => Row[]): Row[] => {
    if (version !== keptVersion || kept.size >= mostKept) kept.clear()
    keptVersion = version
    const key = JSON.stringify(parameters)
    const known = kept.get(key)
    if (known) return known
    const rows = read()
    if (rows.length > 0) kept.set(key, rows)
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
