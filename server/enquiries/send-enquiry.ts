import { type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import type { EnquiryRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { claimKey, findOutcome, type IdempotencyKey, saveOutcome } from '../http/idempotency.ts'
import { addEnquiry, hasEnquirySince } from './queries.ts'

/** Anyone can type anyone's address: nobody gets more than one letter a day for it. */
const acknowledgementPauseMs = 24 * 60 * 60 * 1000

type SendEnquiryInput = {
  readonly enquiry: Pick<EnquiryRow, 'name' | 'email' | 'contact' | 'course' | 'message'>
  /** The address that the call came from. */
  readonly network: string
  readonly sentOnce: IdempotencyKey | null
}

/** A repeated call with the same key and content is not refused, and stores and mails nothing. */
export async function sendEnquiry(
  deps: Deps,
  { enquiry, network, sentOnce }: SendEnquiryInput,
): Promise<null | Refusal<'enquiry-sent-before' | 'too-many'>> {
  const { db, now, newId, mail, limits } = deps
  const earlier = sentOnce && (await findOutcome(db.read, sentOnce, now()))
  if (earlier) return toEarlierReply(earlier)
  const limited = await limits.take('enquiry', network)
  if (limited) return refuseTooMany(limited.retryAfterSeconds)

  const claimed = await db.write(async (tx) => {
    const at = now()
    const claimed = sentOnce && (await claimKey(tx, sentOnce, at))
    if (claimed) return claimed
    const id = newId()
    const isFirst = !(await hasEnquirySince(tx, enquiry.email, at - acknowledgementPauseMs))
    await addEnquiry(tx, { id, created_at: at, ...enquiry })
    if (sentOnce) await saveOutcome(tx, sentOnce, { enquiry_id: id })
    const toInstitute = { kind: 'enquiry', enquiryId: id, ...enquiry } as const
    const { name, email: address, course } = enquiry
    const toSender = {
      kind: 'enquiry-received',
      enquiryId: id,
      to: { name, address },
      course,
    } as const
    await mail.queue(tx, isFirst ? [toInstitute, toSender] : [toInstitute], at)
    return null
  })
  if (claimed) return toEarlierReply(claimed)
  mail.wake()
  return null
}

function toEarlierReply(
  outcome: NonNullable<Awaited<ReturnType<typeof findOutcome>>>,
): null | Refusal<'enquiry-sent-before'> {
  return outcome === 'other-body' ? refuse('enquiry-sent-before') : null
}
