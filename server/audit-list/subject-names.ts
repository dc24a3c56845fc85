import { sql } from 'kysely'
import type { AuditDetail } from '#contract/audit-log.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import type { Db } from '../database/database.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'

/** Finds the erased students among these ids: the log keeps the ids that it erased. */
export async function findErasedStudents(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const erased = new Set(await listErased(db, 'students.erased'))
  return new Set(ids.filter((id) => erased.has(id)))
}

/** The ids of staff whose accounts are no longer there. */
export function findErasedStaff(db: Db): Promise<readonly string[]> {
  return listErased(db, 'admin.erased')
}

async function listErased(
  db: Db,
  action: 'students.erased' | 'admin.erased',
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', sql.lit(action))
    .execute()
  return rows.flatMap(({ detail }) => parseIds(detail))
}

function parseIds(detail: string | null): readonly string[] {
  const { ids }: AuditDetail = JSON.parse(detail ?? '{}')
  return Array.isArray(ids) ? ids : []
}

/** The names behind ids, deleted or not. */
export type NamedSubject =
  | { readonly kind: 'student'; readonly name: string; readonly isActive: boolean }
  | { readonly kind: 'test'; readonly name: string; readonly isActive: boolean }
  | { readonly name: string; readonly screen: 'enquiries' | 'mail' | null }
  | {
      readonly kind: 'attempt'
      readonly name: string
      readonly isActive: boolean
      readonly studentId: string
      readonly examId: string
    }

export async function findSubjectNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NamedSubject>> {
  const names = new Map<string, NamedSubject>()
  if (ids.length === 0) return names
  for (const row of await db
    .selectFrom('students')
    .select(['id', 'name', 'deleted_at', namesakeIdentifier])
    .where('id', 'in', ids)
    .execute()) {
    names.set(row.id, {
      kind: 'student',
      name: toPersonLabel(row),
      isActive: row.deleted_at === null,
    })
  }
  for (const row of await db
    .selectFrom('exams')
    .select(['id', 'title', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()) {
    names.set(row.id, { kind: 'test', name: row.title, isActive: row.deleted_at === null })
  }
  for (const row of await db
    .selectFrom('enquiries')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()) {
    names.set(row.id, { name: row.name, screen: 'enquiries' })
  }
  for (const row of await db
    .selectFrom('batches')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()) {
    names.set(row.id, { name: row.name, screen: null })
  }
  for (const { id, subject } of await db
    .selectFrom('mails')
    .select(['id', 'subject'])
    .where('id', 'in', ids)
    .execute()) {
    names.set(id, { name: subject, screen: 'mail' })
  }
  for (const { id, email } of await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .execute()) {
    names.set(id, { name: email, screen: null })
  }
  for (const row of await db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.id', 'students.name', 'exams.title', 'student_id', 'exam_id'])
    .select(['students.deleted_at as student_deleted_at', 'exams.deleted_at as exam_deleted_at'])
    .where('attempts.id', 'in', ids)
    .execute()) {
    names.set(row.id, {
      kind: 'attempt',
      name: `${row.name}, ${row.title}`,
      isActive: row.student_deleted_at === null && row.exam_deleted_at === null,
      studentId: row.student_id,
      examId: row.exam_id,
    })
  }
  return names
}
