import { z } from 'zod'
import { isPhone, phoneError, toPhone } from '#core/students/registration.ts'
import { bodyLimits, endpoint } from './endpoint.ts'
import { courseLabels } from './registration-labels.ts'
import { Email, Id, Instant, listQuery, Message, VisibleLine } from './schemas.ts'

export const enquiryCourses = [
  'Frontend Development',
  'Backend Development',
  'Full Stack Development',
] as const

/** The courses that take registrations, without "Full Stack", which is above. */
export const otherEnquiryCourses = Object.entries(courseLabels).flatMap(([course, label]) =>
  course === 'full stack' || course === 'other' ? [] : [label],
)

const maxMessageLength = 2000

export const sendEnquiry = endpoint({
  method: 'POST',
  path: '/api/enquiries',
  access: 'visitor',
  summary: 'A visitor asks to be called back.',
  body: z.strictObject({
    name: VisibleLine('Enter your name').max(200, 'Use 200 characters or fewer'),
    email: Email,
    contact: z
      .string('Enter your phone number')
      .trim()
      .min(1, 'Enter your phone number')
      .max(40, phoneError)
      .overwrite(toPhone)
      .refine(isPhone, phoneError),
    course: z.enum([...enquiryCourses, ...otherEnquiryCourses], 'Choose a course'),
    message: z
      .string()
      .trim()
      .max(maxMessageLength, `Use ${maxMessageLength} characters or fewer`)
      .optional(),
    /** A honeypot: people do not see this field, so only programs fill it in. */
    website: z.string().max(500).optional(),
  }),
  isIdempotent: true,
  reply: Message,
  status: 201,
  refusals: ['enquiry-sent-before'],
})

export const Enquiry = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  contact: z.string(),
  course: z.string(),
  message: z.string().nullable(),
  createdAt: Instant,
  handledAt: Instant.nullable(),
})
export type Enquiry = z.output<typeof Enquiry>

export const listEnquiries = endpoint({
  method: 'GET',
  path: '/api/enquiries',
  access: 'enquiries.manage',
  summary: 'Enquiries, newest first; search finds names, e-mail addresses and phones.',
  query: listQuery(['oldest', 'newest']),
  reply: z.array(Enquiry),
  isList: true,
  refusals: [],
})

export const markEnquiry = endpoint({
  method: 'PUT',
  path: '/api/enquiries/:id',
  access: 'enquiries.manage',
  summary: 'Marks an enquiry as handled, or as open again.',
  params: z.object({ id: Id }),
  body: z.strictObject({ handled: z.boolean() }),
  reply: Enquiry,
  refusals: ['enquiry-not-found'],
})

export const eraseEnquiries = endpoint({
  method: 'POST',
  path: '/api/enquiries/eraseMany',
  access: 'records.erase',
  summary: 'Erases enquiries for good, with the emails about them; twice is no error.',
  body: z.strictObject({ ids: z.array(Id).min(1, 'Choose at least one enquiry').max(20_000) }),
  reply: z.object({ message: z.string(), erased: z.int() }),
  bodyLimitBytes: bodyLimits.ids,
  refusals: [],
})
