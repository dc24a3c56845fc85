import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, vi } from 'vitest'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import type { Email } from '#server/platform/mailer/email.ts'
import { openMailer } from '#server/platform/mailer/mailer.ts'
import { startSmtpServer } from './smtp-server.ts'
import { createSchema } from './test-databases.ts'

export const minute = 60_000
export const hour = 60 * minute
const closers: (() => unknown)[] = []

/** Closes what a spec opened, last first. */
export function closeAfterwards(close: () => unknown) {
  closers.push(close)
}

export async function closeAll() {
  for (const close of closers.splice(0).reverse()) await close()
}

type MailFixtureOptions = { readonly withSmtp?: boolean; readonly people?: number }

/** A mailer of its own: a real database, a real mail server, and a clock that the spec controls. */
export async function createMailFixture({ withSmtp = true, people = 3 }: MailFixtureOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  closeAfterwards(() => rmSync(dataDir, { recursive: true, force: true }))
  const db =
    process.env.ENGINE === 'postgres'
      ? await openPostgres(await createFreshSchema(), pino({ enabled: false }))
      : await openSqlite({ dataDir, onDiskFault: () => {} })
  closeAfterwards(() => db.close())
  const smtp = await startSmtpServer()
  closeAfterwards(() => smtp.close())
  const clock = { at: Date.UTC(2026, 10, 21, 4, 30) }
  const logged: string[] = []
  let lastId = 0
  const open = (smtpUrl = withSmtp ? smtp.url : undefined) => {
    const mail = openMailer({
      db,
      now: () => clock.at,
      newId: () => `mail${++lastId}`,
      smtpUrl,
      outboxFolder: join(dataDir, 'outbox'),
      publicUrl: 'https://exams.example.org',
      from: 'FSL Academy <hello@fslacademy.example>',
      log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }),
    })
    closeAfterwards(() => mail.close())
    return mail
  }
  const accounts = Array.from({ length: people }, (_, n) => ({
    id: `person${n}`,
    role: 'student' as const,
    email: `person${n}@example.com`,
    name: `Person ${n}`,
    created_at: clock.at,
  }))
  await db.write(async (tx) => {
    for (const account of accounts) await tx.insertInto('accounts').values(account).execute()
    await tx.insertInto('exams').values(createExamRow(clock.at)).execute()
  })
  const mail = open()
  let lastWaitedFor = ''
  const rows = () => db.read.selectFrom('mails').selectAll().orderBy('created_at').execute()
  return {
    db,
    smtp,
    clock,
    mail,
    open,
    rows,
    logged,
    outbox: join(dataDir, 'outbox'),
    row: async () => (await rows())[0],
    queue: async (emails: readonly Email[]) => {
      await db.write((tx) => mail.queue(tx, emails, clock.at))
      mail.wake()
    },
    advanceClock: (ms: number) => {
      clock.at += ms
      mail.wake()
    },
    /** A call for what the last call waited for would be true at once, so it is an error. */
    async waitForState(state: string, tries?: number) {
      const waitedFor = JSON.stringify({ state, tries, emails: (await rows()).length })
      if (waitedFor === lastWaitedFor) throw new Error(`Already waited for ${waitedFor}`)
      lastWaitedFor = waitedFor
      await vi.waitFor(
        async () => {
          expect(await rows()).not.toEqual([])
          for (const row of await rows()) {
            expect(row).toMatchObject({ state, leased_until: null })
            if (tries !== undefined) expect(row.tries).toBe(tries)
          }
        },
        { timeout: 30_000, interval: 10 },
      )
    },
  }
}

function createFreshSchema(): Promise<string> {
  return createSchema(inject('postgresUrl'), `mail_${randomBytes(6).toString('hex')}`)
}

function createExamRow(at: number) {
  return {
    id: 'exam1',
    revision_id: 'r1',
    title: 'JavaScript',
    title_key: 'javascript',
    duration_minutes: 60,
    question_count: 20,
    integrity_mode: 'strict' as const,
    attempts_allowed: 1,
    created_at: at,
  }
}

export function createLoginDetailsEmail(n = 0, password = 'kfwm-p7xz-9tqh'): Email {
  const to = { name: `Person ${n}`, address: `person${n}@example.com` }
  const expiresAt = Date.UTC(2026, 10, 24, 4, 30)
  return {
    kind: 'login-details',
    to,
    accountId: `person${n}`,
    role: 'student',
    password,
    expiresAt,
  }
}

export function createResultEmail(n = 0): Email {
  return {
    kind: 'result',
    to: { name: `Person ${n}`, address: `person${n}@example.com` },
    accountId: `person${n}`,
    examId: 'exam1',
    attemptId: `attempt${n}`,
    title: 'JavaScript',
    score: 12,
    total: 20,
    percentage: 60,
  }
}
