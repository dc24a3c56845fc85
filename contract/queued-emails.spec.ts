import { expect, it } from 'vitest'
import { describeQueuedEmails } from './queued-emails.ts'

it.each([
  [0, true, ''],
  [1, true, '1 email is on its way.'],
  [3, true, '3 emails are on their way.'],
  [1, false, 'Mail is not set up: 1 email goes to the outbox folder.'],
  [3, false, 'Mail is not set up: 3 emails go to the outbox folder.'],
  [0, false, ''],
] as const)('describes %i emails, mail set up: %s', (count, isMailSetUp, text) => {
  expect(describeQueuedEmails(count, isMailSetUp)).toBe(text)
})
