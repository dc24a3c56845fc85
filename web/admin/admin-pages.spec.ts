import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AdminPage, adminPages } from './admin-pages.ts'
import { findPage } from './page-access.tsx'

const pages: readonly AdminPage[] = adminPages
/** The frame of all staff pages, and the one page in front of it. */
const outsideTheTable = ['admin-layout.tsx', 'admin-login-screen.tsx']

it('every screen and layout of web/admin is in the table', () => {
  const folder = import.meta.dirname
  const screens = globSync('**/*.tsx', { cwd: folder }).filter((file) =>
    /^export default /m.test(readFileSync(join(folder, file), 'utf8')),
  )
  const named = pages.flatMap(({ screen, layout = screen }) => [screen, layout])
  const ofAccounts = named.filter((file) => file.startsWith('../account/'))
  expect(screens.toSorted()).toEqual(
    [...new Set([...named, ...outsideTheTable])]
      .filter((file) => !ofAccounts.includes(file))
      .toSorted(),
  )
})

it.each(pages)('$path is found by its address', (page) => {
  expect(findPage(page.path)).toBe(page)
})

it('a page stands below a link of the sidebar', () => {
  const names = pages.flatMap(({ link }) => link?.name ?? [])
  const below = pages.flatMap((page) => page.below ?? [])
  expect(names).toEqual(expect.arrayContaining(below))
})

it.each([
  ['/admin/home', 'Tests'],
  ['/admin/create/test', 'Tests'],
  ['/admin/view/test/abc', 'Tests'],
  ['/admin/update/test/abc', 'Tests'],
  ['/admin/update/test/abc/windows', 'Tests'],
  ['/admin/fetch/students', 'Students'],
  ['/getStudents/abc', 'Students'],
  ['/admin/students/import/check', 'Students'],
  ['/admin/batches/abc', 'Batches'],
  ['/admin/scorelist', 'Results'],
  ['/admin/tests', 'Results'],
  ['/admin/test/abc/scores', 'Results'],
  ['/admin/test/abc/student/def', 'Results'],
  ['/getScore/abc', 'Results'],
  ['/admin/windows/abc/register', 'Today'],
  ['/admin/live', 'Live'],
  ['/admin/test/abc/live', 'Live'],
  ['/admin/sessions', undefined],
])('on %s the link of the sidebar is %s', (path, name) => {
  const page = findPage(path)
  expect(page?.link?.name ?? page?.below).toBe(name)
})
