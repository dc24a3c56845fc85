import type { AuditDetail } from '#contract/audit-log.ts'
import * as contract from '#contract/audit-log.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { type Entry, listEntries, type Named, namesOf } from './store.ts'

/** Of a deed on many students so many are named. */
const named = 5

export function auditLogRoutes(serve: BindEndpoint, { db }: Deps) {
  serve(contract.listAuditEntries, async ({ query, reply }) => {
    const { rows, total } = await listEntries(db.read, query)
    reply.header('X-Total-Count', String(total))
    const names = await namesInChunks(rows.flatMap((row) => subjectsOf(row).slice(0, named)))
    return rows.map((row) => entryOf(row, names))
  })

  async function namesInChunks(ids: readonly string[]): Promise<Map<string, Named>> {
    const all = new Map<string, Named>()
    for (let from = 0; from < ids.length; from += 500) {
      for (const [id, name] of await namesOf(db.read, ids.slice(from, from + 500))) {
        all.set(id, name)
      }
    }
    return all
  }
}

function subjectsOf({ subject, detail }: Entry): readonly string[] {
  if (subject !== null) return [subject, ...idIn(detail.testId)]
  return Array.isArray(detail.ids) ? detail.ids : []
}

function idIn(value: AuditDetail[string] | undefined): string[] {
  return typeof value === 'string' ? [value] : []
}

function entryOf(row: Entry, names: ReadonlyMap<string, Named>): contract.AuditEntry {
  const subjects = subjectsOf(row)
  const about = subjects.slice(0, named).flatMap((id) => aboutOf(id, names.get(id)) ?? [])
  const { address = null, ...values } = row.values
  const { ids: _ids, testId: _testId, ...detail } = row.detail
  return {
    _id: row.id,
    at: toInstant(row.at),
    actor: row.actorEmail,
    actorKind: actorKindOf(row),
    action: row.action,
    about,
    more: subjects.length - about.length,
    detail,
    values,
    address: address === null ? null : String(address),
  }
}

function actorKindOf({ actor_id, actorEmail }: Entry): contract.AuditEntry['actorKind'] {
  if (actorEmail !== null) return 'account'
  return actor_id === null ? 'none' : 'erased'
}

function aboutOf(
  id: string,
  found: Named | undefined,
): contract.AuditEntry['about'][number] | null {
  if (!found) return null
  if ('screen' in found) return { name: found.name, path: found.screen && pagePaths[found.screen] }
  const { name, isThere } = found
  if (!isThere) return { name, path: null }
  if (found.kind === 'student') return { name, path: pagePaths.student.replace(':id', id) }
  if (found.kind === 'test') return { name, path: pagePaths.viewExam.replace(':id', id) }
  const path = pagePaths.studentAnswers
    .replace(':testId', found.examId)
    .replace(':studentId', found.studentId)
  return { name, path: `${path}?attempt=${id}` }
}
