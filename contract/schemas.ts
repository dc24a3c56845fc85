import { z } from 'zod'
import {
  emailError,
  emailPattern,
  isEmail,
  maxEmailLength,
  normalizeEmail,
} from '#core/accounts/email.ts'
import { validateRollNumber } from '#core/students/roll-number.ts'
import { toVisibleLine, toVisibleText } from '#core/text.ts'
import './plain-errors.ts'

/** Random and unguessable; never counted up. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not an id')

/** ISO 8601 in UTC, like 2026-11-21T04:30:00.000Z. */
export const Instant = z.iso.datetime()

export const Message = z.object({ message: z.string() })

/** Older clients send one of these where there is no picture. */
export const NoPicture = z.literal(['', null], 'Send a picture, or nothing')

/** In the form in which addresses are compared. */
export const Email = z
  .string()
  .trim()
  .max(maxEmailLength)
  .regex(emailPattern, emailError)
  .refine(isEmail, emailError)
  .overwrite(normalizeEmail)

/** A name without line breaks and invisible characters. */
export const VisibleLine = (missing: string) =>
  z.string(missing).overwrite(toVisibleLine).min(1, missing)

/** Words of a person, which may have lines: without invisible characters, never empty. */
export const VisibleText = (missing: string) =>
  z.string(missing).overwrite(toVisibleText).min(1, missing)

/** Why somebody did what others have to live with. */
export const Why = VisibleText('Say why').max(500, 'Use 500 characters or fewer')

/**
 * A number, or one written in digits, as addresses, forms and settings have it. Not what else
 * JavaScript takes for a number: `0x10`, `1e3`, an empty text or one with blanks.
 */
export const InDigits = <T extends z.ZodType>(number: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value,
    number,
  )

export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    search: z.string().max(200).optional(),
    sort: z.enum(sorts, `Sort by ${listChoices(sorts)}`).optional(),
    offset: InDigits(z.number().int().min(0).max(10_000_000)).optional(),
    limit: InDigits(z.number().int().min(1).max(100_000)).optional(),
  })
}

/** "newest", "oldest or newest", "name-asc, name-desc, oldest or newest" */
function listChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? ''
  return choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${last}` : last
}

/** A list that is short by its nature: always whole, in its own order. */
export const WholeList = z.strictObject({}, 'This list comes whole and in its own order')

/** A list's search and sort, and the file format. */
export function exportQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return listQuery(sorts)
    .omit({ offset: true, limit: true })
    .extend({ format: z.enum(['csv', 'xlsx'], 'Use csv or xlsx').default('csv') })
}

/** Only what is about students of this batch; of one that is not there, nothing. */
export const batchFilter = { batch: Id.optional() }

export const nameSorts = ['name-asc', 'name-desc', 'oldest', 'newest'] as const
export const attemptSorts = [...nameSorts, 'score-desc', 'score-asc'] as const

export const RollNumber = z.string().refine((text) => validateRollNumber(text) === null, {
  error: ({ input }) => validateRollNumber(String(input)) ?? '',
})
