import { z } from 'zod'
import { registrationFields } from '#core/students/registration.ts'
import { endpoint } from './endpoint.ts'
import { Message } from './schemas.ts'

const FieldText = z.string().max(1000)

/** Names that older clients send; output uses the new ones only. */
export const legacyFieldNames = {
  localAdd: 'laddress',
  permAdd: 'paddress',
  batch: 'course',
  friend_name: 'friendName',
} as const

const registrationShape = Object.fromEntries(
  registrationFields.map((field) => [field, FieldText.optional()]),
) as Record<(typeof registrationFields)[number], z.ZodOptional<typeof FieldText>>
const legacyShape = Object.fromEntries(
  Object.keys(legacyFieldNames).map((field) => [field, FieldText.optional()]),
) as Record<keyof typeof legacyFieldNames, z.ZodOptional<typeof FieldText>>

/** Which fields a person must give is a rule of core/students/registration.ts, the same on both sides. */
export const register = endpoint({
  method: 'POST',
  path: '/api/students/register',
  access: 'visitor',
  summary: 'Registers a student; a one-time password goes out by mail.',
  body: z.strictObject({
    ...registrationShape,
    ...legacyShape,
    termsAccepted: z.literal('true', 'Accept the terms').optional(),
    /** Missing is "not recorded"; our own form asks for it. */
    privacyConsent: z.literal('true', 'Agree to the privacy notice').optional(),
    /** Which notice the page showed, and the language it spoke. */
    privacyNoticeVersion: z
      .string()
      .regex(/^[\w.-]{1,40}$/)
      .optional(),
    consentLanguage: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/)
      .optional(),
    /** Read only where the person is under 18. */
    guardianConsent: z.literal('true', 'A parent or guardian must agree').optional(),
    identityAtDesk: z.literal('true').optional(),
    /** Nobody sees this field; only programs fill it in. */
    website: z.string().max(500).optional(),
  }),
  upload: { files: /^aadhar(Front|Back)$/, maxFiles: 2, maxFields: 40 },
  isIdempotent: true,
  rateLimit: 'registration',
  reply: Message,
  status: 201,
  refusals: [
    'registration-faulty',
    'email-taken',
    'image-faulty',
    'sent-before',
    'too-many-for-email',
  ],
})
