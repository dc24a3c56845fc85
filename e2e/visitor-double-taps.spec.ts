import type { Page } from '@playwright/test'
import { listStudents } from '#contract/students.ts'
import { fillStudentRegistration } from '#test/registration-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Holds every registration until it is released. */
async function holdReplies(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/students/register', async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}

/** Taps Register twice in the same place, at times that a busy machine does not change. */
async function tapRegisterTwice(page: Page, pauseMs: number) {
  const register = page.getByRole('button', { name: 'Register' })
  await register.scrollIntoViewIfNeeded()
  const box = await register.boundingBox()
  if (!box) throw new Error('Register is not shown')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const protocol = await page.context().newCDPSession(page)
  const tap = async (atMs: number) => {
    const timestamp = atMs / 1000
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof place)[]) =>
      protocol.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
    await touch('touchStart', [place])
    await touch('touchEnd', [])
  }
  const firstMs = Date.now()
  await tap(firstMs)
  const readWords = () =>
    page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('button')?.textContent,
      place,
    )
  await expect.poll(readWords, 'the overlay has its button there').toBe('Cancel')
  await tap(firstMs + pauseMs)
}

for (const pauseMs of [120, 160, 200]) {
  test(`a double tap of ${pauseMs} ms on Register sends the registration`, async ({
    page,
    testApp,
  }) => {
    await fillStudentRegistration(page)
    const release = await holdReplies(page)
    await tapRegisterTwice(page, pauseMs)
    await expect(page.getByText('Sending your registration…')).toBeVisible()
    await expect(page.getByText('You stopped sending.')).toBeHidden()
    release()
    await expect(page).toHaveURL('/student/login')
    const { json } = await (await testApp.createAdmin()).request(listStudents)
    expect(json).toHaveLength(1)
  })
}

test('a tap half a second later cancels the registration, and a key cancels it at once', async ({
  page,
}) => {
  await fillStudentRegistration(page)
  await holdReplies(page)
  await tapRegisterTwice(page, 700)
  await expect(page.getByText('You stopped sending.')).toBeVisible()

  await page.getByRole('button', { name: 'Register' }).tap()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByText('You stopped sending.')).toBeVisible()
})
