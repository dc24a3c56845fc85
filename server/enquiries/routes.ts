import * as contract from '#contract/enquiries.ts'
import { refuse, refuseTooMany } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { withRows } from '../database/pagination.ts'
import type { EnquiryRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { erasePermanently } from './erase-enquiries.ts'
import { addEnquiry, findEnquiry, listEnquiries, markEnquiry } from './queries.ts'

const thanks = { message: 'Thank you. We will call you back.' }

export function enquiryRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, newId, mail, limits } = deps

  bind(contract.sendEnquiry, async ({ body, request }) => {
    const limited = await limits.take('enquiry', request.ip)
    if (limited) return refuseTooMany(limited.retryAfterSeconds)
    const { website, ...enquiry } = body
    if (website) return thanks

    await db.write(async (tx) => {
      const at = now()
      const id = newId()
      await addEnquiry(tx, { id, created_at: at, ...enquiry })
      await mail.queue(tx, [{ kind: 'enquiry', enquiryId: id, ...enquiry }], at)
    })
    mail.wake()
    return thanks
  })

  bind(contract.listEnquiries, async ({ query }) => {
    const page = await listEnquiries(db.read, query)
    return withRows(page, page.rows.map(toEnquiry))
  })

  bind(contract.markEnquiry, async ({ params, body, actor }) => {
    const row = await db.write(async (tx) => {
      const at = now()
      const enquiry = await findEnquiry(tx, params.id)
      if (!enquiry || (enquiry.handled_at !== null) === body.handled) return enquiry
      const action = body.handled ? 'enquiry.handled' : 'enquiry.reopened'
      await audit(tx, deps, { actor, action, subject: params.id }, at)
      return markEnquiry(tx, params.id, body.handled ? at : null)
    })
    return row ? toEnquiry(row) : refuse('enquiry-not-found')
  })

  bind(contract.eraseEnquiries, async ({ body, actor }) => {
    const erased = await erasePermanently(deps, { ids: [...new Set(body.ids)], actor })
    return {
      message:
        erased === 1 ? '1 enquiry is erased for good.' : `${erased} enquiries are erased for good.`,
      erased,
    }
  })
}

function toEnquiry(row: EnquiryRow): contract.Enquiry {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    contact: row.contact,
    course: row.course,
    createdAt: toInstant(row.created_at),
    handledAt: toInstantOrNull(row.handled_at),
  }
}
