import { expect, it } from 'vitest'
import { validateOptions } from '#core/questions/option-list.ts'
import { months } from '#institute/course.ts'
import { sampleQuestions } from '#institute/sample-questions.ts'

it.each(sampleQuestions)('$code logs its keyed answer', ({ code, options, correct }) => {
  expect(validateOptions(options.map((text) => ({ text })))).toEqual([])
  const logged: unknown[] = []
  const run = new Function('console', 'setTimeout', code)
  run({ log: (value: unknown) => logged.push(value) }, () => undefined)
  expect(options[correct]).toBe(`\`${logged[0]}\``)
})

it.each(sampleQuestions)('$code is taught in a week of the course', ({ week }) => {
  expect(week).toBeLessThanOrEqual(months.flatMap(({ weeks }) => weeks).length)
})
