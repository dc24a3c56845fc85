import { once } from 'node:events'
import { type Server, startServer } from '#test/server-process.ts'
import { findOneTimePassword, startSmtpServer } from '#test/smtp-server.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { waitFor } from '../erasure/restartable-server.ts'

export const owner = { email: 'owner@example.com', password: 'four grey herons wade slowly' }

export type Day = Awaited<ReturnType<typeof openDay>>

type DayOptions = { readonly databaseUrl: string; readonly dataDir: string }

/** A server in a process of its own, a mail server, and browsers for both ends of a restart. */
export async function openDay({ databaseUrl, dataDir }: DayOptions) {
  const smtp = await startSmtpServer()
  const env = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  }
  const browsers: Browser[] = []
  const errors: string[] = []
  let server: Server | null = null
  let port: number | undefined
  async function stop(signal: 'SIGKILL' | 'SIGTERM') {
    const child = server?.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const findMails = (address: string, subject: RegExp) =>
    smtp.received.filter(
      (mail) => JSON.stringify(mail.to).includes(address) && subject.test(mail.subject ?? ''),
    )
  async function waitForMail(address: string, subject: RegExp) {
    const found = await waitFor(() => findMails(address, subject)[0] ?? null, 40_000)
    if (found) return found
    throw new Error(`No email ${subject} for ${address}`)
  }
  return {
    env: { ...env, DATA_DIR: dataDir },
    /** Errors that the server has logged, over all of its starts. */
    errors,
    async start() {
      server = await startServer({ dataDir, env, ...(port !== undefined && { port }) })
      port = Number(new URL(server.url).port)
      server.child.stdout?.on('data', (lines) => errors.push(...listErrors(String(lines))))
    },
    stop,
    openBrowser() {
      const browser = createBrowser({ url: server?.url ?? '', localAddress: '127.0.0.1' })
      browsers.push(browser)
      return browser
    },
    waitForMail,
    waitForPassword: async (address: string) =>
      findOneTimePassword(await waitForMail(address, /./)),
    countMails: (address: string, subject: RegExp) => findMails(address, subject).length,
    async close() {
      for (const browser of browsers) browser.close()
      await stop('SIGKILL')
      await smtp.close()
    },
  }
}

const errorLevel = 50

function listErrors(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line).level ?? 0) >= errorLevel)
}
