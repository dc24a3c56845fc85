import type * as contract from '#contract/audit-log.ts'
import type { AuditDetail } from '#contract/audit-log.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Db } from '../database/database.ts'
import { toInstant } from '../http/serialize.ts'
import type { AuditLogEntry } from './queries.ts'
import { findErasedStudents, findSubjectNames, type NamedSubject } from './subject-names.ts'

/** The most students that one entry names. */
const maxNamedSubjects = 5

/** With the names, as they are now, of everybody and everything that the rows are about. */
export async function toAuditEntries(
  db: Db,
  rows: readonly AuditLogEntry[],
): Promise<contract.AuditEntry[]> {
  const names = await findNamesInChunks(
    db,
    rows.flatMap((row) => listSubjectIds(row).slice(0, maxNamedSubjects)),
  )
  const erasedIds = await findErasedStudents(
    db,
    rows.flatMap((row) => [
      ...listSubjectIds(row).filter((id) => !names.has(id)),
      ...toIds(row.detail.person),
      ...(row.actor_id !== null && row.actorEmail === null ? [row.actor_id] : []),
    ]),
  )
  return rows.map((row) => toAuditEntry(row, names, erasedIds))
}

async function findNamesInChunks(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NamedSubject>> {
  const all = new Map<string, NamedSubject>()
  for (let from = 0; from < ids.length; from += 500) {
    for (const [id, name] of await findSubjectNames(db, ids.slice(from, from + 500))) {
      all.set(id, name)
    }
  }
  return all
}

function listSubjectIds({ subject, detail }: AuditLogEntry): readonly string[] {
  if (subject !== null) return [subject, ...toIds(detail.testId)]
  return Array.isArray(detail.ids) ? detail.ids : []
}

function toIds(value: AuditDetail[string] | undefined): string[] {
  return typeof value === 'string' ? [value] : []
}

function toAuditEntry(
  row: AuditLogEntry,
  names: ReadonlyMap<string, NamedSubject>,
  erasedIds: ReadonlySet<string>,
): contract.AuditEntry {
  const subjects = listSubjectIds(row)
  const about = subjects
    .slice(0, maxNamedSubjects)
    .flatMap((id) => toSubjectLink(id, names.get(id)) ?? [])
  // An attempt is gone with its student.
  const isErased = (id: string) =>
    erasedIds.has(id) ||
    (id === row.subject && toIds(row.detail.person).some((person) => erasedIds.has(person)))
  const { address = null, ...values } = row.values
  const { ids: _ids, testId: _testId, person: _person, ...detail } = row.detail
  return {
    _id: row.id,
    at: toInstant(row.at),
    actor: row.actorEmail,
    actorKind: getActorKind(row, erasedIds),
    action: row.action,
    about,
    more: subjects.length - about.length,
    erasedStudents: subjects.filter(isErased).length,
    detail,
    values,
    address: address === null ? null : String(address),
  }
}

function getActorKind(
  { actor_id, actorEmail }: AuditLogEntry,
  erasedIds: ReadonlySet<string>,
): contract.AuditEntry['actorKind'] {
  if (actorEmail !== null) return 'account'
  if (actor_id === null) return 'none'
  return erasedIds.has(actor_id) ? 'erased-student' : 'erased'
}

function toSubjectLink(
  id: string,
  namedSubject: NamedSubject | undefined,
): contract.AuditEntry['about'][number] | null {
  if (!namedSubject) return null
  if ('screen' in namedSubject)
    return { name: namedSubject.name, path: namedSubject.screen && pagePaths[namedSubject.screen] }
  const { name, isActive: isThere } = namedSubject
  if (!isThere) return { name, path: null }
  if (namedSubject.kind === 'student') return { name, path: pagePaths.student.replace(':id', id) }
  if (namedSubject.kind === 'test') return { name, path: pagePaths.viewExam.replace(':id', id) }
  const path = pagePaths.studentAnswers
    .replace(':testId', namedSubject.examId)
    .replace(':studentId', namedSubject.studentId)
  return { name, path: `${path}?attempt=${id}` }
}
