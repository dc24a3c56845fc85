import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/page-paths.ts'
import { listStudents } from '#contract/students.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** More than a list shows at once. */
const studentCount = 25

test('Print prints every row of the filter, and leaves the list as it was', async ({
  page,
  testApp,
  complaints,
}) => {
  await countPrintedRows(page)
  const admin = await openAsAdmin(page, testApp)
  const { _id: testId } = await createReleasedExam(admin, { title: 'Node JS' })
  for (let index = 0; index < studentCount; index += 1) {
    const number = String(index).padStart(2, '0')
    const student = await createStudent(testApp, `Asha Rao ${number}`)
    await completeAttempt(student, testId, 2)
  }
  await createStudent(testApp, 'Zoya Khan')
  const print = page.getByRole('button', { name: 'Print these students' })
  const rows = page.getByRole('row').filter({ hasText: 'Asha Rao' })

  await page.goto(`${pagePaths.students}?search=asha`)
  await expect(rows).toHaveCount(10)
  await page.getByRole('checkbox', { name: 'Select Asha Rao 03' }).check()
  await page.route(`**${listStudents.path}?*limit=500*`, (route) => route.abort(), { times: 1 })
  await print.click()
  const failed = page.getByText('Nothing was printed: not all students could be loaded.')
  await expect(failed).toBeVisible()
  complaints.length = 0
  await expectAccessible(page)
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => readPrinted(page)).toEqual([{ rows: 25, filters: 'search: asha' }])
  await expect(rows).toHaveCount(10)
  await expect(failed).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select Asha Rao 03' })).toBeChecked()

  await page.keyboard.press('Control+p')
  await expect.poll(() => readPrinted(page)).toHaveLength(2)

  await page.goto(pagePaths.scoreList)
  await page.getByRole('button', { name: 'Print these tests' }).click()
  await expect.poll(() => readPrinted(page)).toEqual([{ rows: 25, filters: 'All tests' }])
})

type Printed = { readonly rows: number; readonly filters: string }

/** The window of the printer would hold the journey up: what it would show is counted instead. */
async function countPrintedRows(page: Page) {
  await page.addInitScript(() => {
    const printed: Printed[] = []
    Object.assign(window, {
      printed,
      print() {
        dispatchEvent(new Event('beforeprint'))
        const rows = [...document.querySelectorAll('tbody tr')]
        const named = rows.filter(({ textContent }) => textContent.includes('Asha Rao'))
        const filters = document.querySelector('[data-print-filters]')?.textContent ?? ''
        printed.push({ rows: new Set(named.map(({ textContent }) => textContent)).size, filters })
        dispatchEvent(new Event('afterprint'))
      },
    })
  })
}

async function readPrinted(page: Page): Promise<readonly Printed[]> {
  return page.evaluate(() => (window as unknown as { printed: Printed[] }).printed)
}
