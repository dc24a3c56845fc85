import * as contract from '#contract/enquiries.ts'
import { formatCount } from '#contract/format.ts'
import { refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { withRows } from '../database/pagination.ts'
import type { EnquiryRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { erasePermanently } from './erase-enquiries.ts'
import { findEnquiry, listEnquiries, markEnquiry } from './queries.ts'
import { sendEnquiry } from './send-enquiry.ts'

const thanks = { message: 'Thank you. We will call you back.' }

export function enquiryRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now } = deps

  bind(contract.sendEnquiry, async ({ body, idempotencyKey: sentOnce, request }) => {
    const { website, ...sent } = body
    if (website) return thanks
    const enquiry = { ...sent, message: sent.message || null }
    const refused = await sendEnquiry(deps, { enquiry, network: request.ip, sentOnce })
    return refused ?? thanks
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
        erased === 1
          ? '1 enquiry is erased for good.'
          : `${formatCount(erased)} enquiries are erased for good.`,
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
    message: row.message,
    createdAt: toInstant(row.created_at),
    handledAt: toInstantOrNull(row.handled_at),
  }
}
