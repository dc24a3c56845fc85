import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { buildSearchKey } from '#core/text/search-key.ts'
import { containsText } from '../database/contains-text.ts'
import {
  type CountedPage,
  countRows,
  loadPage,
  type RowRange,
  toSortDirection,
} from '../database/pagination.ts'
import type { Db } from '../deps.ts'
import { type Query, type Sitting, sittingsByIds } from './store.ts'

type Sort = NonNullable<Query['sort']>

/** What is searched for, and how many students and tests are called so, of all there are. */
type Wanted = { readonly key: string; readonly students: Share; readonly exams: Share }
type Share = { readonly called: number; readonly share: number }

/** With more of them it is quicker to walk along an index than to gather attempts and sort them. */
const fewStudents = 500
const fewExams = 25
const idsAtOnce = 500

/**
 * A page of all attempts there are. Its ids are found in indexes alone: a join with tests and
 * students would read each of a hundred thousand rows.
 */
export async function listAllSittings(db: Db, query: Query): Promise<CountedPage<Sitting>> {
  const wanted = await look(db, buildSearchKey(query.search ?? ''))
  const { rows: ids, total } = await loadPage(query, {
    count: () => count(db, wanted),
    rows: (window) => idsOf(db, wanted, query.sort ?? 'newest', window),
  })
  const rows: Sitting[] = []
  for (let place = 0; place < ids.length; place += idsAtOnce) {
    rows.push(...(await sittingsByIds(db, ids.slice(place, place + idsAtOnce))))
  }
  return { rows, total }
}

async function look(db: Db, key: string): Promise<Wanted> {
  const shareOf = async (table: 'students' | 'exams') => {
    const { all, called } = await db
      .selectFrom(table)
      .select((is) => [
        is.fn.countAll<number>().as('all'),
        is.fn.count<number>(is.case().when(isCalled(table, key)).then(1).end()).as('called'),
      ])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { called, share: called / Math.max(1, all) }
  }
  const none = { called: 0, share: 0 }
  return {
    key,
    students: key ? await shareOf('students') : none,
    exams: key ? await shareOf('exams') : none,
  }
}

/** Counts what is less: those of whoever is called so, or those of all the others. */
async function count(db: Db, wanted: Wanted): Promise<number> {
  const { key, students, exams } = wanted
  const attempts = db.selectFrom('attempts')
  const shown = async () => {
    const hidden = sql<SqlBool>`exam_id in ${goneExams} or student_id in ${goneStudents}`
    return (await countRows(attempts)) - (await countRows(attempts.where(hidden)))
  }
  if (!key) return shown()

  const isCalledSo = isCalled('students', key)
  if (1 - students.share < students.share + 2 * exams.share) {
    const others = studentByStudent(db)
      .where((is) => is.not(isCalledSo))
      .where(sql<SqlBool>`exam_id not in ${called('exams', key)}`)
    return (await shown()) - (await countRows(others))
  }
  const theirs = students.called > 0 ? await countRows(studentByStudent(db).where(isCalledSo)) : 0
  if (exams.called === 0) return theirs
  const besides = attempts
    .where(isShown({ ...wanted, students: { called: 0, share: 0 } }, false))
    .where(sql<SqlBool>`student_id not in ${called('students', key)}`)
  return theirs + (await countRows(besides))
}

async function idsOf(db: Db, wanted: Wanted, sort: Sort, window: RowRange): Promise<string[]> {
  const direction = toSortDirection(sort.endsWith('asc') || sort === 'oldest', window)
  const byName = () =>
    named(db, wanted)
      .select('attempts.id')
      .orderBy('students.name_key', direction)
      .orderBy('students.id', direction)
      .orderBy('attempts.exam_id', direction)
      .orderBy('attempts.started_at', direction)
  const byFigure = () =>
    db
      .selectFrom('attempts')
      .select('attempts.id')
      .where(isShown(wanted, isMany(wanted)))
      .orderBy(sort.startsWith('score') ? sql`coalesce(score, -1)` : 'started_at', direction)
  const rows = await (sort.startsWith('name') ? byName() : byFigure())
    .orderBy('attempts.id', direction)
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return rows.map(({ id }) => id)
}

function named(db: Db, wanted: Wanted) {
  const { key, students, exams } = wanted
  if (!isMany(wanted)) {
    return db
      .selectFrom('students')
      .innerJoin('attempts', 'attempts.student_id', 'students.id')
      .where(isShown(wanted, false))
  }
  const found = [
    ...(students.called > 0 ? [isCalled('students', key)] : []),
    ...(exams.called > 0 ? [sql<SqlBool>`exam_id in ${called('exams', key)}`] : []),
  ]
  return studentByStudent(db).$if(key !== '', (list) => list.where((is) => is.or(found)))
}

/** SQLite takes the tables of a cross join in the order in which they stand. */
function studentByStudent(db: Db) {
  return db
    .selectFrom('students')
    .crossJoin('attempts')
    .whereRef('attempts.student_id', '=', 'students.id')
    .where('students.deleted_at', 'is', null)
    .where(sql<SqlBool>`exam_id not in ${goneExams}`)
}

/** Without a search that is all of them. */
function isMany({ key, students, exams }: Wanted): boolean {
  return !key || students.called >= fewStudents || exams.called >= fewExams
}

const goneExams = sql`(select id from exams where deleted_at is not null)`
const goneStudents = sql`(select id from students where deleted_at is not null)`

function isCalled(table: 'exams' | 'students', key: string) {
  return containsText(sql.ref<string>(table === 'exams' ? 'title_key' : 'name_key'), key)
}

function called(table: 'exams' | 'students', key: string): RawBuilder<unknown> {
  const found = isCalled(table, key)
  return sql`(select id from ${sql.table(table)} where deleted_at is null and ${found})`
}

/** Behind `coalesce` a column keeps SQLite from gathering attempts by an index of that column. */
function isShown({ key, students, exams }: Wanted, isWalked: boolean): RawBuilder<SqlBool> {
  if (!key) return sql`exam_id not in ${goneExams} and student_id not in ${goneStudents}`
  const [exam, student] = ['exam_id', 'student_id'].map((name) =>
    isWalked ? sql`coalesce(${sql.ref(name)}, '')` : sql.ref(name),
  )
  const found = [
    ...(exams.called > 0
      ? [sql`${exam} in ${called('exams', key)} and student_id not in ${goneStudents}`]
      : []),
    ...(students.called > 0
      ? [sql`${student} in ${called('students', key)} and exam_id not in ${goneExams}`]
      : []),
  ]
  return found.length > 0 ? sql`(${sql.join(found, sql` or `)})` : sql`1 = 0`
}
