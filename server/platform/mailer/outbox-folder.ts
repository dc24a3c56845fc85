import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeAtomically } from '../atomic-file.ts'
import { automaticHeaders, type MailTransport, toCalendarPart } from './email.ts'

/** For a machine without a mail server: each email is a file that any mail program opens. */
export function openOutboxFolder({
  folder,
  from,
}: {
  folder: string
  from: string
}): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    outboxFolder: resolve(folder),
    async send(email) {
      const { to, replyTo, subject, text, html, calendar, messageId } = email
      const date = new Date(email.createdAt)
      const content = {
        from,
        to,
        replyTo,
        subject,
        text,
        html,
        icalEvent: toCalendarPart(calendar),
        messageId,
        date,
        headers: automaticHeaders,
      }
      // The same name at each try, so that there is one file per email.
      const stamp = date.toISOString().slice(0, 19).replaceAll(':', '-')
      const name = `${stamp}_${email.kind}_${email.id}.eml`
      try {
        const { message } = await composer.sendMail(content)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeAtomically(folder, name, message as Buffer)
        return { status: 'sent' }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
        const reason = `The email could not be written into ${folder} (${code}).`
        return { status: 'later', reason, cause: 'transport' }
      }
    },
    erase: (id) => eraseEmailFiles(folder, [id]),
    close() {},
  }
}

/** However often an email was written, and whatever its kind: the name ends with its id. */
export async function eraseEmailFiles(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !existsSync(folder)) return
  const erasedIds = new Set(ids)
  for (const { name, id } of await listEmailFiles(folder)) {
    if (erasedIds.has(id)) await rm(join(folder, name), { force: true })
  }
}

/** Files of ours and the emails they hold; half-written ones belong to an email too. */
export async function listEmailFiles(
  folder: string,
): Promise<readonly { readonly name: string; readonly id: string }[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder)).flatMap((name) => {
    const [, id] = emailFilePattern.exec(name) ?? []
    return id ? [{ name, id }] : []
  })
}

/** `2026-11-21T04-30-00_result_<id>.eml`, or `.<that>.<random>.tmp` while it is written. */
const emailFilePattern =
  /^\.?\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d_[a-z-]+?_([A-Za-z0-9_-]+)\.eml(?:\.[0-9a-f]+\.tmp)?$/
