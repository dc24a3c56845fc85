import { z } from 'zod'
import { registrationFields } from '#core/students/registration.ts'
import { endpoint } from './endpoint.ts'
import { Message, NoPicture } from './schemas.ts'

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

const consents = {
  termsAccepted: z.literal('true', 'Accept the terms').optional(),
  /** Absent means "not recorded"; our own form requires it. */
  privacyConsent: z.literal('true', 'Agree to the privacy notice').optional(),
  /** The version of the notice that was shown, and its language. */
  privacyNoticeVersion: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .optional(),
  consentLanguage: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/)
    .optional(),
  /** Read only if the person is under 18. */
  guardianConsent: z.literal('true', 'A parent or guardian must agree').optional(),
} as const

/** Which fields are required is decided in core/students/registration.ts, for both sides. */
export const register = endpoint({
  method: 'POST',
  path: '/api/students/register',
  access: 'visitor',
  summary: 'Registers a student; a one-time password goes out by mail.',
  body: z.strictObject({
    ...registrationShape,
    ...legacyShape,
    ...consents,
    aadharFront: NoPicture.optional(),
    aadharBack: NoPicture.optional(),
    identityAtDesk: z.literal('true').optional(),
    /** A honeypot: people do not see this field, so only programs fill it in. */
    website: z.string().max(500).optional(),
  }),
  upload: { files: /^aadhar(Front|Back)$/, maxFiles: 2, maxFields: 40 },
  isIdempotent: true,
  rateLimit: 'registration',
  /** Without mail, the password lies in the outbox folder. */
  reply: Message.extend({ isMailSetUp: z.boolean() }),
  status: 201,
  refusals: [
    'registration-faulty',
    'email-taken',
    'image-faulty',
    'sent-before',
    'too-many-for-email',
  ],
})

export const getOwnRegistration = endpoint({
  method: 'GET',
  path: '/api/students/ownRegistration',
  access: 'student',
  isAllowedDuringSetUp: true,
  summary: 'What the institute knows of the student who is logged in.',
  reply: z.object(registrationShape),
  refusals: ['student-not-found'],
})

export const completeRegistration = endpoint({
  method: 'POST',
  path: '/api/students/completeRegistration',
  access: 'student',
  isAllowedDuringSetUp: true,
  summary:
    'The rest of the registration of a student whom the institute added, with terms and consent. Where it is complete nothing is changed.',
  /** By name, address and course the institute knows the student: only staff change them. */
  body: z
    .strictObject(registrationShape)
    .omit({ name: true, email: true, course: true })
    .extend(consents),
  reply: Message,
  refusals: ['registration-faulty', 'student-not-found'],
})
