import { z } from 'zod'

const Text = z.string().min(1)
/** An empty one is shown as an icon that leads nowhere and cannot be focused. */
const Link = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])

/** The settings in an institute’s `site.config.ts`; the sample says what each is for. */
export const InstituteSettings = z.strictObject({
  product: Text,
  phone: Text,
  email: z.email(),
  address: z.array(Text).min(1).readonly(),
  social: z.strictObject({ facebook: Link, instagram: Link, linkedin: Link, youtube: Link }),
  language: Text.refine(isLocale, 'Write it like en, or mr').default('en'),
  locale: Text.refine(isLocale, 'Write it like en-IN'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Write it like INR'),
  timeZone: Text,
  course: z.strictObject({
    fees: z.number().nullable(),
    hoursPerWeek: z.number().nullable(),
    schedule: z.string().nullable(),
    languages: z.array(z.strictObject({ tag: Text, name: Text })).readonly(),
  }),
  termsVersion: Text,
  privacyNoticeVersion: Text,
})

export type InstituteSettings = z.output<typeof InstituteSettings>

function isLocale(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== ''
  } catch {
    return false
  }
}
