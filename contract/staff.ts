import { z } from 'zod'
import { staffRoleNames } from '#core/accounts/permissions.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, listQuery, Message, nameSorts, VisibleLine } from './schemas.ts'

const StaffRoleName = z.enum(staffRoleNames, `Use one of: ${staffRoleNames.join(', ')}`)

export const StaffMember = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  /** Null for a role that this version does not know; it allows nothing. */
  role: StaffRoleName.nullable(),
  /** Invited: has not set a password of their own yet. */
  state: z.enum(['active', 'invited', 'disabled']),
  /** When the one-time password expires; null if there is none. */
  invitedUntil: Instant.nullable(),
  disabledAt: Instant.nullable(),
  /** The name of the admin who disabled it; null once that account is erased. */
  disabledBy: z.string().nullable(),
  secondFactor: z.object({
    totp: z.boolean(),
    passkeys: z.int(),
    recoveryCodesLeft: z.int(),
    /** When a required second factor is due; null if it is set up or not required. */
    dueAt: Instant.nullable(),
  }),
  sessions: z.int(),
  lastSeenAt: Instant.nullable(),
  /** The last owner's role and account cannot be changed. */
  isLastOwner: z.boolean(),
  /** Changes with each change of role or state. */
  version: z.string(),
})
export type StaffMember = z.output<typeof StaffMember>

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/staff',
  access: 'staff.manage',
  summary: 'All staff: role, state, second factor, sessions; search finds names and addresses.',
  query: listQuery(nameSorts),
  reply: z.array(StaffMember),
  isList: true,
  refusals: [],
})

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/staff',
  access: 'staff.manage',
  needsRecentLogin: true,
  summary: 'Adds a member of staff, who gets a one-time password by mail, or has it shown once.',
  body: z.strictObject({
    name: VisibleLine('Enter the name').max(200, 'Use 200 characters or fewer'),
    email: Email,
    role: StaffRoleName,
    deliver: z.enum(['mail', 'show']).default('mail'),
  }),
  reply: z.object({
    message: z.string(),
    member: StaffMember,
    /** Only where it is shown. */
    password: z.string().optional(),
  }),
  status: 201,
  refusals: ['email-taken'],
})

const StaffIdParams = z.object({ id: Id })
/** The version the change started from; the change is refused if it is out of date. */
const basedOn = z.string().max(200)

export const changeStaffRole = endpoint({
  method: 'PUT',
  path: '/api/staff/:id/role',
  access: 'staff.manage',
  needsRecentLogin: true,
  summary: 'Gives a member of staff another role, from their next call on.',
  params: StaffIdParams,
  body: z.strictObject({ role: StaffRoleName, basedOn }),
  reply: z.object({ message: z.string(), member: StaffMember }),
  refusals: ['staff-not-found', 'staff-changed', 'last-owner'],
})

export const disableStaff = endpoint({
  method: 'PUT',
  path: '/api/staff/:id/disabled',
  access: 'staff.manage',
  needsRecentLogin: true,
  summary:
    'Disables an account: its sessions end at once and nobody logs in with it. Or enables it.',
  params: StaffIdParams,
  body: z.strictObject({ disabled: z.boolean(), basedOn }),
  reply: z.object({ message: z.string(), member: StaffMember }),
  refusals: ['staff-not-found', 'staff-changed', 'last-owner'],
})

export const endStaffSessions = endpoint({
  method: 'POST',
  path: '/api/staff/:id/endSessions',
  access: 'staff.manage',
  needsRecentLogin: true,
  summary: 'Logs a member of staff out everywhere; their password stays.',
  params: StaffIdParams,
  reply: Message.extend({ ended: z.int() }),
  refusals: ['staff-not-found'],
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/staff/:id/resetSecondFactor',
  access: 'staff.manage',
  needsRecentLogin: true,
  summary:
    'For a lost phone: removes the app, passkeys and recovery codes of another member of staff, and ends their sessions. They are told by mail.',
  params: StaffIdParams,
  reply: z.object({ message: z.string(), member: StaffMember }),
  refusals: ['staff-not-found', 'own-second-factor'],
})
