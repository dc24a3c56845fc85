import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const settings = {
  /** Whether exam windows write to the students whom they name. */
  areSent: z.boolean(),
  /** The day before; never where no emails are sent. */
  areRemindersSent: z.boolean(),
}

const WindowEmails = z.object({
  ...settings,
  /** Otherwise emails are files in the outbox folder. */
  isMailSetUp: z.boolean(),
})
export type WindowEmails = z.output<typeof WindowEmails>

export const getWindowEmails = endpoint({
  method: 'GET',
  path: '/api/windowEmails',
  access: 'windows.read',
  summary: 'Whether exam windows of this institute write emails to their students.',
  reply: WindowEmails,
  refusals: [],
})

export const updateWindowEmails = endpoint({
  method: 'PUT',
  path: '/api/windowEmails',
  access: 'windows.edit',
  summary:
    'Switches the emails of exam windows on or off, and the reminder the day before. Switched on, they tell of each window to come that a student does not know.',
  body: z.strictObject(settings),
  reply: WindowEmails,
  refusals: [],
})
