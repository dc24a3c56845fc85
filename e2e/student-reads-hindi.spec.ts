import type { Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, start } from './student-actions.ts'

/** Whether the page has loaded one of the faces, from the device or from us. */
const hasDevanagari = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const faces = [...document.fonts].filter(({ family }) => family.includes('Devanagari'))
    return faces.some(({ status }) => status === 'loaded')
  })

/** Three letters that a font without them draws as one box each, all alike. */
const drawLetters = (page: Page) =>
  page.evaluate(() =>
    ['क', 'ॐ', 'ड़'].map((letter) => {
      const context = document
        .createElement('canvas')
        .getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('Nothing can be drawn')
      context.font = `24px ${getComputedStyle(document.body).fontFamily}`
      context.fillText(letter, 4, 32)
      return context.getImageData(0, 0, 48, 48).data.join('')
    }),
  )

test('Hindi can be read on a device without a font for it, and adds nothing for others', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const [plain] = createQuestions(1)
  if (!plain) throw new Error('No question')
  const hindi = { ...plain, question: 'कौन सा शब्द सही है?' }
  const common = { integrityMode: 'observe' } as const
  await createReleasedExam(admin, { ...common, title: 'Plain', questions: [plain] })
  await createReleasedExam(admin, { ...common, title: 'In Hindi', questions: [hindi] })

  await page.goto('/')
  expect(await hasDevanagari(page)).toBe(false)
  await logIn(page, await createStudent(testApp))
  await start(page, 'Plain')
  expect(await hasDevanagari(page)).toBe(false)

  await page.goto('/student/studentpanel')
  await start(page, 'In Hindi')
  await expect.poll(() => hasDevanagari(page)).toBe(true)
  expect(new Set(await drawLetters(page)).size).toBe(3)
})
