import { listIncidents } from '#contract/incidents.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { logInAsAdmin } from './admin-actions.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts'

const minute = 60_000

test('45 single incidents of two tests are closed in three clicks, and one in one', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Asha Rao')
  const start = testApp.deps.now() - 50 * minute
  for (const [place, count] of [23, 23].entries()) {
    const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'warn' })
    const { attemptId } = await startAttempt(student, testId)
    const rows = Array.from({ length: count }, (_, n) => {
      const at = start + (2 * n + place) * minute
      const event = { id: `${attemptId}-${n}`, attempt_id: attemptId, kind: 'back' as const }
      return { ...event, at, received_at: at, told_at: at, duration_ms: null }
    })
    await testApp.deps.db.write((tx) => tx.insertInto('attempt_events').values(rows).execute())
  }
  const countOpen = async () => {
    const { json } = await admin.request(listIncidents, { query: { state: 'open' } })
    return json.length
  }
  expect(await countOpen()).toBe(46)

  await logInAsAdmin(page, '/admin/incidents')
  const close = page.getByRole('button', { name: 'Close the incident of Asha Rao' })
  await expect(close).toHaveCount(46)
  await close.first().focus()
  await page.keyboard.press('Enter')
  await expect(close).toHaveCount(45)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(close).toHaveCount(46)
  await close.first().click()
  await expect(close).toHaveCount(45)

  await page.getByRole('checkbox', { name: 'Select all 45' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Decide 45 incidents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide 45 incidents' })
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close 45 incidents' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Single incidents/ })).toBeFocused()
  await expect(close).toHaveCount(0)
  expect(await countOpen()).toBe(0)

  const last = page.getByRole('region', { name: 'Single incidents' }).getByRole('heading').last()
  await last.getByRole('button').click()
  await expect(
    page.getByRole('row', { name: /^45 single incidents/ }).getByRole('button', {
      name: 'Take back: 45 single incidents',
    }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Take this decision back?' })
  await expect(question).toContainText('It was made for 45 incidents in one press')
  await question.getByRole('button', { name: 'Take it back' }).click()
  await expect(close).toHaveCount(45)
  await expect(page.getByRole('row', { name: /^45 single incidents/ })).toHaveCount(0)
})
