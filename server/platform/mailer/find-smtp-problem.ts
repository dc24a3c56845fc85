import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseRefusal } from '#core/email-delivery/smtp-refusal.ts'
import { describeProblem, describeRefusal, redact, type SmtpError } from './smtp-errors.ts'
import { toConnectionOptions } from './smtp-transport.ts'

type SmtpCheck = {
  readonly smtpUrl: string
  /** Addresses without names. */
  readonly from: string
  readonly to: string
}

/**
 * Connects, logs in, names sender and recipient as for an email, and takes them back with RSET.
 * @returns null, or a sentence on what is wrong and where to fix it
 */
export async function findSmtpProblem({ smtpUrl, from, to }: SmtpCheck): Promise<string | null> {
  const { url: connectionUrl, ...options } = toConnectionOptions(smtpUrl)
  const { auth, ...server } = parseConnectionUrl(connectionUrl)
  let problem: string | null = null
  const connection = new SMTPConnection({
    ...server,
    ...options,
    customAuth: {
      // The library has no other way to send commands of one's own.
      [envelopeCheck]: async ({ sendCommand }) => {
        const { response: sender } = await sendCommand(`MAIL FROM:<${toAscii(from)}>`)
        if (isRefusal(sender)) {
          problem = describeSender(sender, new URL(smtpUrl))
        } else {
          const { response: recipient } = await sendCommand(`RCPT TO:<${toAscii(to)}>`)
          problem = isLasting(recipient) ? describeRecipient(recipient, to) : null
        }
        await sendCommand('RSET')
      },
    },
  })
  const connect = promisify<void>((done) => connection.connect((error) => done(error ?? null)))
  const logIn = promisify((login: object, done: (error: Error | null) => void) =>
    connection.login(login as SMTPConnection.AuthenticationCredentials, (error) =>
      done(error ?? null),
    ),
  )
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('The connection was closed')))
  })
  const check = async () => {
    await connect()
    if (auth && (connection as { allowsAuth?: boolean }).allowsAuth)
      await logIn({ credentials: auth })
    await logIn({ method: envelopeCheck })
  }
  try {
    await Promise.race([failed, check()])
    return problem
  } catch (error) {
    return describeProblem(error as SmtpError, new URL(smtpUrl))
  } finally {
    failed.catch(() => {})
    connection.quit()
  }
}

const envelopeCheck = 'ENVELOPE'

function isRefusal(response: string): boolean {
  return !response.startsWith('2')
}

/** Not a server that asks to come again, as one does that sees a sender for the first time. */
function isLasting(response: string): boolean {
  return response.startsWith('5')
}

function describeSender(response: string, url: URL): string {
  const code = Number(response.slice(0, 3))
  const refusal = parseRefusal({ command: 'MAIL FROM', code, text: response })
  return describeRefusal(refusal, { response, url })
}

function describeRecipient(response: string, to: string): string {
  return `The mail server takes no emails to ${to}, where enquiries go. It said: ${redact(response)}`
}

function toAscii(address: string): string {
  const [local = '', domain = ''] = address.split('@')
  return `${local}@${domainToASCII(domain) || domain}`
}
