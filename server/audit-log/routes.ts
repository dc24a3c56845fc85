import * as contract from '#contract/audit.ts'
import { screens } from '#contract/screens.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { instant } from '../wire.ts'
import { type Entry, listEntries, type Named, namesOf } from './store.ts'

/** Of a deed on many students so many are named. */
const named = 5

export function auditLogRoutes(serve: Serve, { db }: Deps) {
  serve(contract.listAudit, async ({ query, reply }) => {
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

/** A deed on many keeps their ids as its detail: "2: id id". */
const manyIds = /^\d+:( [\w-]{16,64})+$/

function subjectsOf({ subject, detail }: Entry): string[] {
  if (subject !== null) return [subject]
  return detail && manyIds.test(detail) ? detail.split(' ').slice(1) : []
}

function entryOf(row: Entry, names: ReadonlyMap<string, Named>): contract.AuditEntry {
  const subjects = subjectsOf(row)
  const isMany = row.subject === null && subjects.length > 0
  const about = subjects.slice(0, named).flatMap((id) => aboutOf(id, names.get(id)) ?? [])
  return {
    _id: row.id,
    at: instant(row.at),
    actor: row.actor,
    action: row.action,
    about,
    more: subjects.length - about.length,
    detail: isMany ? null : detailOf(row, about),
    address: row.address,
  }
}

/** What the name says already is not said twice. */
function detailOf({ detail }: Entry, about: readonly { name: string }[]): string | null {
  const name = about[0]?.name
  if (detail === null || detail === name) return null
  return name && detail.startsWith(`${name}: `) ? detail.slice(name.length + 2) : detail
}

function aboutOf(
  id: string,
  found: Named | undefined,
): contract.AuditEntry['about'][number] | null {
  if (!found) return id.includes('@') ? { name: id, path: null } : null
  if (found.kind === 'enquiry') return { name: found.name, path: screens.enquiries }
  const { name, isThere } = found
  if (!isThere) return { name, path: null }
  if (found.kind === 'student') return { name, path: screens.student.replace(':id', id) }
  if (found.kind === 'test') return { name, path: screens.viewTest.replace(':id', id) }
  const path = screens.studentAnswers
    .replace(':testId', found.examId)
    .replace(':studentId', found.studentId)
  return { name, path: `${path}?attempt=${id}` }
}
