import { z } from 'zod'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listDeletedExams } from '#contract/deleted-exams.ts'
import { getMailStatus, listEmails } from '#contract/email-log.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listExams } from '#contract/exams.ts'
import { listAttemptsByExam } from '#contract/results.ts'
import { canAccess, permissions } from '#core/accounts/permissions.ts'
import { buildUrl } from '#server/http/in-process-client.ts'

/** Search terms and ids that exist. */
export type SampleRows = {
  readonly student: { readonly _id: string; name: string; email: string; phone: string }
  /** The exam with the most attempts. */
  readonly test: { readonly _id: string; readonly title: string }
  readonly batchId: string
  readonly windowId: string
  countRows(url: string): Promise<number>
}
export type Case = { readonly list: string; readonly what: string; readonly url: string }

/** The number of rows that the screen requests, if not ten. */
const pageSizes = new Map<Endpoint, number>([
  [listAttemptsByExam, 5],
  [listEmails, 20],
  [listAuditEntries, 20],
])
const owner = { role: 'admin', permissions } as const
/** Lists without pages. */
const wholeLists: readonly Endpoint[] = [listExams, listDeletedExams, getMailStatus]

/** Every list of an admin, by page, order and search. */
export async function buildListCases(samples: SampleRows): Promise<Case[]> {
  const cases: Case[] = []
  for (const [list, endpoint] of Object.entries(endpoints)) {
    if (wholeLists.includes(endpoint)) cases.push({ list, what: 'whole', url: endpoint.path })
    const hasPages = endpoint.isList && endpoint.query?.shape.sort
    if (hasPages && canAccess(endpoint.access, owner))
      cases.push(...(await buildCases(list, endpoint, samples)))
  }
  return cases
}

async function buildCases(list: string, endpoint: Endpoint, samples: SampleRows): Promise<Case[]> {
  const { test, student, batchId, windowId } = samples
  const [firstName = ''] = student.name.split(' ')
  const id = endpoint.path.startsWith('/api/batches/') ? batchId : windowId
  const params = { testId: test._id, studentId: student._id, id }
  const limit = pageSizes.get(endpoint) ?? 10
  const url = (query: object) => buildUrl(endpoint.path, params, { limit, ...query })
  const cases: Case[] = []
  const isByBatch = endpoint.query !== undefined && 'batch' in endpoint.query.shape
  const narrowed = [
    ...Object.entries(listSearches(samples)).map(([name, search]) => ({ name, only: { search } })),
    ...(isByBatch
      ? [
          { name: 'a batch', only: { batch: batchId } },
          { name: 'a first name of a batch', only: { batch: batchId, search: firstName } },
        ]
      : []),
  ]
  for (const { name, only } of narrowed) {
    const total = await samples.countRows(url(only))
    const offsets = [0, limit, Math.max(2 * limit, total - limit)]
    for (const sort of listSorts(endpoint)) {
      for (const [place, offset] of offsets.entries()) {
        if (place > 0 && offset >= total) continue
        const page = place === 2 ? 'last' : place + 1
        cases.push({
          list,
          what: `${name}, ${sort}, page ${page}`,
          url: url({ ...only, sort, offset }),
        })
      }
    }
  }
  return cases
}

function listSearches({ student, test }: SampleRows) {
  const [first = '', last = ''] = student.name.split(' ')
  return {
    'no search': '',
    'one letter': 'a',
    'two letters': 'sh',
    'first name': first,
    'last name': last,
    'whole name': student.name,
    email: student.email,
    phone: student.phone,
    'a test': test.title,
    'no hit': 'nobody is called this',
  }
}

function listSorts({ query }: Endpoint): readonly string[] {
  const sort = query?.shape.sort
  const inner = sort instanceof z.ZodOptional ? sort.unwrap() : sort
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  throw new Error('A list says how it may be sorted')
}
