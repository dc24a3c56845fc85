import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Access,
  type Caller,
  canAccess,
  getPermissions,
  isLastOwner,
  type Permission,
  permissions,
  staffRoleNames,
} from './permissions.ts'

/** The table of the API, row by row: what each row allows, and to which roles beside the owner. */
const table: readonly (readonly [row: string, permissions: Permission[], roles: string[]])[] = [
  ['tests, import and export of questions', ['exams.edit'], ['teacher']],
  ['item analysis', ['results.analyze'], ['teacher']],
  ['key correction', ['results.correct-key'], ['teacher']],
  ['release', ['results.release'], ['teacher']],
  ['attempts, let a lab in', ['attempts.read', 'logins.let-in'], ['teacher']],
  ['answers, scores', ['results.read'], ['teacher']],
  ['released scores, read only', ['results.read-released'], ['teacher', 'office']],
  ['exports of results', ['results.export'], ['teacher']],
  ['add time, reopen, grant', ['attempts.adjust'], ['teacher']],
  ['extraTimePercent', ['students.set-extra-time'], ['teacher']],
  ['students: read', ['students.read'], ['teacher', 'office']],
  ['students: name, e-mail, phone, course, start date', ['students.edit'], ['office']],
  ['address, parents, fees', ['students.read-private', 'students.edit-private'], ['office']],
  ['identity pictures', ['identity.check'], ['office']],
  ['exports of students', ['students.export'], ['office']],
  ['tables of students', ['students.import'], ['office']],
  ['login details', ['students.send-login'], ['office']],
  ['delete and restore students', ['students.delete'], ['office']],
  ['batches and exam windows: read', ['batches.read', 'windows.read'], ['teacher', 'office']],
  ['batches', ['batches.edit'], ['office']],
  ['exam windows', ['windows.edit'], ['teacher']],
  ['excuse in a register', ['registers.excuse'], ['teacher', 'office']],
  ['enquiries', ['enquiries.manage'], ['office']],
  ['mail', ['mail.manage'], ['office']],
  ['erase for good', ['records.erase'], []],
  ['audit log', ['audit-log.read'], []],
  ['staff', ['staff.manage'], []],
  ['set-up check', ['set-up.read'], []],
  ['the exam’s clock', ['clock.follow'], []],
]

describe.each(table)('%s', (_row, allowed, roles) => {
  it.each(staffRoleNames)('is granted to %s as the table says', (role) => {
    const held = getPermissions(role)
    const isOpen = role === 'owner' || roles.includes(role)
    expect(allowed.map((permission) => held.includes(permission))).toEqual(
      allowed.map(() => isOpen),
    )
  })
})

it('the table has a row for each permission', () => {
  expect(table.flatMap(([, allowed]) => allowed).sort()).toEqual([...permissions].sort())
})

it('gives nothing to a role that it does not know, nor to a student', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(!(staffRoleNames as string[]).includes(name))
      expect(getPermissions(name)).toEqual([])
    }),
    { examples: [['__proto__'], ['constructor'], ['toString']] },
  )
  expect(getPermissions(null)).toEqual([])
})

const callers: readonly Caller[] = ['student', 'staff', ...permissions]
const account = fc.oneof(
  fc.constant({ role: 'student' as const, permissions: [] as Permission[] }),
  fc.record({ role: fc.constant('admin' as const), permissions: fc.subarray([...permissions]) }),
)

it('a call is open to its callers and to nobody else', () => {
  const lists = fc.subarray([...callers], { minLength: 1 })
  fc.assert(
    fc.property(lists, account, (list, user) => {
      const isOne = list.some((caller) =>
        user.role === 'student'
          ? caller === 'student'
          : caller === 'staff' || (user.permissions as readonly string[]).includes(caller),
      )
      expect(canAccess(list as unknown as Access, user)).toBe(isOne)
    }),
  )
})

it('adding a permission takes none away', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...callers),
      account,
      fc.constantFrom(...permissions),
      (caller, user, more) => {
        fc.pre(user.role === 'admin' && canAccess(caller, user))
        expect(canAccess(caller, { ...user, permissions: [...user.permissions, more] })).toBe(true)
      },
    ),
  )
})

describe('the last owner', () => {
  it.each([
    { other: 'nobody', owners: [], isLast: true },
    { other: 'an owner with a password', owners: [{ id: 'b', hasPassword: true }], isLast: false },
    {
      other: 'an owner who was only invited',
      owners: [{ id: 'b', hasPassword: false }],
      isLast: true,
    },
  ])('beside $other: $isLast', ({ owners, isLast }) => {
    expect(isLastOwner('a', [{ id: 'a', hasPassword: true }, ...owners])).toBe(isLast)
  })
})

it.each(['visitor', 'session'] as const)('everybody may do what a %s may', (access) => {
  for (const role of ['admin', 'student'] as const)
    expect(canAccess(access, { role, permissions: [] })).toBe(true)
  expect(canAccess('staff', { role: 'student', permissions: [] })).toBe(false)
  expect(canAccess('student', { role: 'admin', permissions: [] })).toBe(false)
})

it.each(['unknown', '', 'toString', null])('the role %j has no permissions', (role) => {
  expect(getPermissions(role)).toEqual([])
})
