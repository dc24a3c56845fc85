import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { getPermissions, staffRoleNames } from '#core/accounts/permissions.ts'
import { getHomePath, type Session } from '../client/browser-session.ts'
import { adminPages } from './admin-pages.ts'
import { canOpenPage } from './page-access.tsx'

const createSession = (role: string): Session => ({
  _id: 'a',
  role: 'admin',
  name: 'Asha',
  email: 'asha@example.com',
  firstTimeSignin: false,
  mustCompleteRegistration: false,
  mustSetUpSecondFactor: false,
  permissions: [...getPermissions(role)],
})

it('covers every page behind the staff login', () => {
  const open: readonly string[] = [pagePaths.adminLogin, pagePaths.adminForgotPassword]
  const pages = Object.values(pagePaths).filter((path) => /^\/(admin|get)/.test(path))
  expect(adminPages.map(({ path }) => path).sort()).toEqual(
    pages.filter((path) => !open.includes(path)).sort(),
  )
})

describe.each(staffRoleNames)('%s', (role) => {
  it('may open the page that their login leads to', () => {
    const session = createSession(role)
    expect(canOpenPage(session, getHomePath(session))).toBe(true)
  })
})

it.each([
  ['owner', '/admin/staff', true],
  ['owner', '/admin/audit', true],
  ['teacher', '/admin/create/test', true],
  ['teacher', '/admin/test/abc/student/def', true],
  ['teacher', '/getStudents/abc', true],
  ['teacher', '/admin/live', true],
  ['teacher', '/admin/test/abc/live', true],
  ['teacher', '/admin/mail', false],
  ['teacher', '/admin/enquiries', false],
  ['teacher', '/admin/staff', false],
  ['office', '/admin/fetch/students', true],
  ['office', '/getScore/abc', true],
  ['office', '/admin/home', false],
  ['office', '/admin/view/test/abc', false],
  ['office', '/admin/test/abc/student/def', false],
  ['office', '/admin/audit', false],
  ['office', '/admin/test/abc/live', false],
  ['nobody', '/admin/sessions', true],
  ['nobody', '/admin/home', false],
  ['owner', '/admin/unknown', false],
])('%s opens %s: %s', (role, path, isOpen) => {
  expect(canOpenPage(createSession(role), path)).toBe(isOpen)
})
