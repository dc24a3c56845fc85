/** Permissions that a member of staff can have. */
export const permissions = [
  /** Tests with their questions and keys, also the deleted ones. */
  'exams.edit',
  'attempts.read',
  /** Add time, reopen, grant another attempt, decide about incidents. */
  'attempts.adjust',
  /** Exempt a network from login throttling. */
  'logins.let-in',
  /** Answer sheets, and every score. */
  'results.read',
  'results.read-released',
  'results.export',
  'results.release',
  'results.analyze',
  'results.correct-key',
  'students.read',
  'students.edit',
  'students.read-private',
  'students.edit-private',
  /** Also the assistive tools that they may use. */
  'students.set-extra-time',
  'students.export',
  /** Add many at once. */
  'students.import',
  'students.send-login',
  /** Delete and restore. */
  'students.delete',
  /** See identity pictures and mark them as checked. */
  'identity.check',
  'batches.read',
  'batches.edit',
  /** Exam windows: who may start a test, and when. */
  'windows.read',
  'windows.edit',
  /** Say why somebody was absent. */
  'registers.excuse',
  'enquiries.manage',
  'mail.manage',
  /** Erase for good. */
  'records.erase',
  'audit-log.read',
  'staff.manage',
  /** Say that the machine's clock is right, and let the exam's follow it. */
  'clock.follow',
  'set-up.read',
] as const
export type Permission = (typeof permissions)[number]

type RoleDefinition = {
  readonly label: string
  /** The role's purpose, as the invitation form shows it. */
  readonly summary: string
  readonly permissions: readonly Permission[]
}

/** Permissions of each role. A new role is a new entry here. */
export const staffRoles = {
  teacher: {
    label: 'Teacher',
    summary: 'Tests, running attempts, results. No identity images, no fees, no staff.',
    permissions: [
      'exams.edit',
      'attempts.read',
      'attempts.adjust',
      'logins.let-in',
      'results.read',
      'results.read-released',
      'results.export',
      'results.release',
      'results.analyze',
      'results.correct-key',
      'students.read',
      'students.set-extra-time',
      'batches.read',
      'windows.read',
      'windows.edit',
      'registers.excuse',
    ],
  },
  office: {
    label: 'Office',
    summary: 'Students, enquiries, fees, mail. Sees no answer key and no unreleased score.',
    permissions: [
      'results.read-released',
      'students.read',
      'students.edit',
      'students.read-private',
      'students.edit-private',
      'students.export',
      'students.import',
      'students.send-login',
      'students.delete',
      'identity.check',
      'batches.read',
      'batches.edit',
      'windows.read',
      'registers.excuse',
      'enquiries.manage',
      'mail.manage',
    ],
  },
  owner: {
    label: 'Owner',
    summary: 'Everything, staff and settings too.',
    permissions,
  },
} as const satisfies Record<string, RoleDefinition>

export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = Object.keys(staffRoles) as [StaffRole, ...StaffRole[]]

export function isStaffRole(name: string): name is StaffRole {
  return Object.hasOwn(staffRoles, name)
}

/** Students have no staff role; a role that this version does not know allows nothing. */
export function getPermissions(role: string | null): readonly Permission[] {
  return role !== null && isStaffRole(role) ? staffRoles[role].permissions : []
}

/** Callers that an endpoint admits: all students, all staff, or staff with the permission. */
export type Caller = 'student' | 'staff' | Permission

/**
 * `session` is anyone logged in, even before the first change of password. In a list, one match is
 * enough.
 */
export type Access = 'visitor' | 'session' | Caller | readonly [Caller, ...Caller[]]

type Account = {
  readonly role: 'admin' | 'student'
  readonly permissions: readonly Permission[]
}

export function canAccess(access: Access, { role, permissions: held }: Account): boolean {
  if (access === 'visitor' || access === 'session') return true
  const callers: readonly Caller[] = typeof access === 'string' ? [access] : access
  return callers.some((caller) => {
    if (caller === 'student') return role === 'student'
    return role === 'admin' && (caller === 'staff' || held.includes(caller))
  })
}

type Owner = { readonly id: string; readonly hasPassword: boolean }

/**
 * True if no other owner is known to be able to log in: one who was only invited may never have
 * read the letter. Expects owners whose accounts are not disabled.
 */
export function isLastOwner(id: string, owners: readonly Owner[]): boolean {
  return !owners.some((owner) => owner.id !== id && owner.hasPassword)
}
