import { z } from 'zod'
import { NextBatches } from '#contract/next-batches.ts'
import { areInstalmentsEnough } from '#core/institute/own-content.ts'

// Facts that only an institute knows. There is no sample text for them: each part is hidden until
// it is filled.

const Text = z.string().min(1)
const Money = z.int('Write whole units, without separators').positive('Write an amount above 0')
const httpsError = 'Write a link that begins with https://'
const HttpsLink = z.url({ protocol: /^https$/, error: httpsError })

const Instalment = z.strictObject({
  /** For example "On joining". */
  when: Text,
  amount: Money,
})

const FeePlan = z
  .strictObject({
    course: Text,
    /** Paid at once. */
    amount: Money,
    instalments: z.array(Instalment).readonly(),
    /** For example what is included. */
    note: Text.optional(),
  })
  .refine(areInstalmentsEnough, {
    path: ['instalments'],
    error: 'Together they are less than the amount',
  })

const consentError =
  'Say when the student agreed in writing, as in consent: { givenOn: "2026-10-02" }, or leave the project out'
const Day = z.iso.date('Write a day that exists, like 2026-10-02')

const Project = z.strictObject({
  title: Text,
  student: Text,
  text: Text,
  /** To the project itself. */
  link: HttpsLink.optional(),
  /** Kept here alone: no page names these days. */
  consent: z.strictObject({ givenOn: Day, withdrawnOn: Day.optional() }, consentError),
})

const Trainer = z.strictObject({
  name: Text,
  /** For example "React JS and Redux". */
  teaches: Text,
  about: Text,
})

const whatsAppError = 'Write it with + and the code of the country, like +91 98765 43210'

export const ownContentFiles = {
  'batches.ts': NextBatches,
  'fees.ts': z.strictObject({ fees: z.array(FeePlan).readonly() }),
  'trainers.ts': z.strictObject({ trainers: z.array(Trainer).readonly() }),
  'projects.ts': z.strictObject({ projects: z.array(Project).readonly() }),
  'visiting.ts': z.strictObject({
    hours: z.array(z.strictObject({ days: Text, time: Text })).readonly(),
    /** A number, in international form. */
    whatsApp: z.string().regex(/^$|^\+\d(?:[ -]?\d){7,14}$/, whatsAppError),
    /** To a map that shows the way. */
    directions: z.string().refine(isEmptyOrHttps, httpsError),
  }),
} as const

/** The page for parents in one language, from a file like `parents/hi.md`. */
export type ParentsText = {
  readonly language: string
  /** In the language itself. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
}

export type FeePlan = z.output<typeof FeePlan>

function isEmptyOrHttps(text: string): boolean {
  return text === '' || HttpsLink.safeParse(text).success
}
