import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeDurably } from '../durable-file.ts'
import { headers, type Sender } from './sender.ts'

/** For a machine without a mail server: each letter is a file that any mail program opens. */
export function openOutboxFolder({ folder, from }: { folder: string; from: string }): Sender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    waitsIn: resolve(folder),
    async send(letter) {
      const { to, replyTo, subject, text, html, messageId } = letter
      const date = new Date(letter.createdAt)
      const content = { from, to, replyTo, subject, text, html, messageId, date, headers }
      // The same name at a second try, so that there is one file a letter.
      const stamp = date.toISOString().slice(0, 19).replaceAll(':', '-')
      const name = `${stamp}_${letter.kind}_${letter.id}.eml`
      try {
        const { message } = await composer.sendMail(content)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeDurably(folder, name, message as Buffer)
        return { is: 'sent' }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
        const why = `The letter could not be written into ${folder} (${code}).`
        return { is: 'later', why, blames: 'server' }
      }
    },
    close() {},
  }
}

/** However often a letter was written, and whatever its kind: the name ends with its id. */
export async function eraseLetters(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !existsSync(folder)) return
  const endings = ids.map((id) => `_${id}.eml`)
  for (const name of await readdir(folder)) {
    if (endings.some((ending) => name.endsWith(ending))) await rm(join(folder, name))
  }
}
