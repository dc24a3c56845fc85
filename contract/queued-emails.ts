import { pluralize } from './format.ts'

/** A sentence about emails that were just written; nothing for none. */
export function describeQueuedEmails(count: number, isMailSetUp: boolean): string {
  if (count === 0) return ''
  const isOne = count === 1
  return isMailSetUp
    ? `${pluralize(count, 'email')} ${isOne ? 'is on its' : 'are on their'} way.`
    : `Mail is not set up: ${pluralize(count, 'email')} ${isOne ? 'goes' : 'go'} to the outbox folder.`
}
