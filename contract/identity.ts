import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './schemas.ts'

const StudentIdParams = z.object({ id: Id })

/** `missing`: the record names a picture whose file is gone, as after restoring some backups. */
const imageStates = ['kept', 'missing', 'none'] as const

export const Identity = z.object({
  front: z.enum(imageStates),
  back: z.enum(imageStates),
  /** They chose to show the card at the desk instead of sending pictures. */
  isShownAtDesk: z.boolean(),
  checkedAt: Instant.nullable(),
  /** The name of the admin who checked it; null if that account has been erased. */
  checkedBy: z.string().nullable(),
  /** When the pictures that are kept will be erased. */
  erasedOn: Instant.nullable(),
  /** When the last picture was erased, where there was one. */
  erasedAt: Instant.nullable(),
})
export type Identity = z.output<typeof Identity>

export const getIdentity = endpoint({
  method: 'GET',
  path: '/api/students/:id/identity',
  access: 'identity.check',
  summary: 'Which identity pictures there are, who checked them, and when they will be erased.',
  params: StudentIdParams,
  reply: Identity,
  refusals: ['student-not-found'],
})

export const getIdentityImage = endpoint({
  method: 'GET',
  path: '/api/students/getStudents/:id/aadhar/:side',
  access: 'identity.check',
  needsRecentLogin: true,
  summary: 'An identity image; each view is written to the audit log.',
  params: z.object({ id: Id, side: z.enum(['front', 'back']) }),
  reply: z.unknown(),
  contentType: 'image/png',
  refusals: ['student-not-found', 'image-not-found'],
})

export const markIdentity = endpoint({
  method: 'PUT',
  path: '/api/students/:id/identity',
  access: 'identity.check',
  summary: 'Marks the identity of a student as checked, or takes that back.',
  params: StudentIdParams,
  body: z.strictObject({ checked: z.boolean() }),
  reply: Identity,
  refusals: ['student-not-found'],
})

export const eraseIdentityImage = endpoint({
  method: 'DELETE',
  path: '/api/students/getStudents/:id/aadhar/:side',
  access: 'records.erase',
  summary: 'Erases one identity picture for good; erasing it twice is no error.',
  needsRecentLogin: true,
  params: z.object({ id: Id, side: z.enum(['front', 'back']) }),
  reply: z.object({ message: z.string(), identity: Identity }),
  refusals: ['student-not-found'],
})
