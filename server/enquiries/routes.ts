import * as contract from '#contract/enquiries.ts'
import { refuse, refuseTooMany } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { withRows } from '../database/pagination.ts'
import type { EnquiryRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { erasePermanently } from './erase-enquiries.ts'
import { addEnquiry, findEnquiry, hasEnquirySince, listEnquiries, markEnquiry } from './queries.ts'

const thanks = { message: 'Thank you. We will call you back.' }

/** Anyone can type anyone's address: nobody gets more than one letter a day for it. */
const acknowledgementPauseMs = 24 * 60 * 60 * 1000

export function enquiryRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, newId, mail, limits } = deps

  bind(contract.sendEnquiry, async ({ body, request }) => {
    const limited = await limits.take('enquiry', request.ip)
    if (limited) return refuseTooMany(limited.retryAfterSeconds)
    const { website, ...sent } = body
    if (website) return thanks
    const enquiry = { ...sent, message: sent.message || null }

    await db.write(async (tx) => {
      const at = now()
      const enquiryId = newId()
      const isFirst = !(await hasEnquirySince(tx, enquiry.email, at - acknowledgementPauseMs))
      await addEnquiry(tx, { id: enquiryId, created_at: at, ...enquiry })
      const toInstitute = { kind: 'enquiry', enquiryId, ...enquiry } as const
      const { name, email: address, course } = enquiry
      const toSender = {
        kind: 'enquiry-received',
        enquiryId,
        to: { name, address },
        course,
      } as const
      await mail.queue(tx, isFirst ? [toInstitute, toSender] : [toInstitute], at)
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
    message: row.message,
    createdAt: toInstant(row.created_at),
    handledAt: toInstantOrNull(row.handled_at),
  }
}
