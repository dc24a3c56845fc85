import * as contract from '#contract/window-emails.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { forgetPending } from './notified-queries.ts'
import {
  getWindowEmailSettings,
  lockWindowEmailSettings,
  saveWindowEmailSettings,
} from './settings.ts'

export function windowEmailRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, mail } = deps

  bind(contract.getWindowEmails, async () => ({
    ...(await getWindowEmailSettings(db.read)),
    isMailSetUp: mail.isSetUp,
  }))

  bind(contract.updateWindowEmails, async ({ body, actor }) => {
    const settings = { ...body, areRemindersSent: body.areSent && body.areRemindersSent }
    await db.write(async (tx) => {
      const before = await lockWindowEmailSettings(tx)
      const fields = (['areSent', 'areRemindersSent'] as const).filter(
        (field) => before[field] !== settings[field],
      )
      if (fields.length === 0) return
      if (!before.areSent) await forgetPending(tx)
      await saveWindowEmailSettings(tx, settings)
      const event = { actor, action: 'window-emails.changed', detail: { fields } } as const
      await audit(tx, deps, event, now())
    })
    return { ...settings, isMailSetUp: mail.isSetUp }
  })
}
