import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { automaticHeaders, type DeliveryOutcome, type MailTransport } from './email.ts'
import { isTlsRequired, removeTlsParameter } from './smtp-url.ts'

const connectionLimit = 4
/** A server may trickle its answers and never fall silent: this ends it. Less than the lease. */
const defaultTimeoutMs = 60_000

type SmtpTransportOptions = {
  readonly url: string
  readonly from: string
  readonly timeoutMs?: number
}

export function openSmtpTransport({
  url,
  from,
  timeoutMs = defaultTimeoutMs,
}: SmtpTransportOptions): MailTransport {
  const transport = createTransport({
    ...toConnectionOptions(url),
    pool: true,
    maxConnections: connectionLimit,
    maxMessages: 100,
    maxRequeues: 2,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bodies = new WeakMap<object, Readable>()
  // The body is read only once the server has accepted the envelope.
  transport.use('stream', (mail, done) => {
    const create = mail.message.createReadStream.bind(mail.message)
    mail.message.createReadStream = (options) => {
      const body = create(options)
      bodies.set(mail.data.signal ?? mail, body)
      return body
    }
    done()
  })

  return {
    outboxFolder: null,
    async send({ to, replyTo, subject, text, html, messageId, createdAt }) {
      const signal = AbortSignal.timeout(timeoutMs)
      const date = new Date(createdAt)
      try {
        await transport.sendMail({
          from,
          to,
          replyTo,
          subject,
          text,
          html,
          messageId,
          date,
          headers: automaticHeaders,
          signal,
        })
        return { status: 'sent' }
      } catch (error) {
        const isBodyRead = bodies.get(signal)?.readableDidRead ?? false
        return toOutcome(error as SmtpError, { url, isBodyRead })
      }
    },
    async erase() {},
    close: () => transport.close({ force: true }),
  }
}

/**
 * Connects and logs in as for an email, and sends none.
 * @returns null, or a sentence on what is wrong and where to fix it
 */
export async function findSmtpProblem(url: string): Promise<string | null> {
  const transport = createTransport(toConnectionOptions(url))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return describeProblem(error as SmtpError, new URL(url))
  } finally {
    transport.close()
  }
}

function toConnectionOptions(url: string) {
  return {
    url: removeTlsParameter(url),
    requireTLS: isTlsRequired(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  }
}

type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Errors about the server, not about the email: another try may succeed. */
const serverErrorCodes = new Set([
  ...['EAUTH', 'ENOAUTH', 'ECONNECTION', 'EPROTOCOL', 'ETLS', 'EDNS', 'ESOCKET', 'ETIMEDOUT'],
])

/** `isBodyRead`: the server had begun to read the email itself. */
function toOutcome(error: SmtpError, { url, isBodyRead }: SmtpErrorContext): DeliveryOutcome {
  const { code = 'unknown', responseCode, response } = error
  if (responseCode === undefined && isBodyRead) {
    const reason = `The mail server broke off after receiving the email (${code}).`
    return { status: 'unsure', reason, cause: 'server' }
  }
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { status: 'never', reason: 'The address cannot be written to.', cause: 'email' }
  }
  const isServerError =
    responseCode === undefined || responseCode === 421 || serverErrorCodes.has(code)
  if (isServerError)
    return { status: 'later', reason: describeProblem(error, new URL(url)), cause: 'server' }
  const reason = `The mail server said: ${redact(response ?? '')}`
  return { status: responseCode >= 500 ? 'never' : 'later', reason, cause: 'email' }
}

type SmtpErrorContext = { readonly url: string; readonly isBodyRead: boolean }

/** What is wrong, and where to fix it. Names the server, never the password. */
function describeProblem(error: SmtpError, { protocol, hostname, port, username }: URL): string {
  const { code = 'unknown', originalCode = '', response, message } = error
  const isSecure = protocol === 'smtps:'
  const at = `${hostname}:${port || (isSecure ? 465 : 587)}`
  const quotedResponse = response ? ` It said: ${redact(response)}` : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return username
      ? `The mail server ${at} does not accept the user name and password in SMTP_URL.${quotedResponse}`
      : `The mail server ${at} wants a user name and password: put them in SMTP_URL.${quotedResponse}`
  }
  if (code === 'EDNS') {
    return `There is no mail server of the name ${hostname}: check SMTP_URL, and that this machine can look up names.`
  }
  if (isStartTlsMissing(code, message)) {
    return `The mail server ${at} offers no STARTTLS, and no email is sent unencrypted. Use a server or port that does, or smtps://; where nobody else listens on the way, add ?tls=off to SMTP_URL.`
  }
  if (isTlsError(code, originalCode, message)) {
    return /wrong version|WRONG_VERSION/.test(message + originalCode)
      ? `The mail server ${at} does not speak TLS from the start: use smtp:// instead of smtps:// in SMTP_URL.`
      : `No safe connection (TLS) to the mail server ${at} could be made: its certificate or its TLS version is not accepted (${originalCode || code}).`
  }
  if (originalCode === 'ECONNREFUSED' || message.includes('ECONNREFUSED')) {
    return `The mail server ${at} refused the connection: check host and port in SMTP_URL, and that it is running.`
  }
  if (/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(originalCode + message)) {
    return `There is no way from this machine to the mail server ${at}: check the network.`
  }
  if (code === 'ETIMEDOUT' || error.name === 'AbortError' || error.name === 'TimeoutError') {
    return `The mail server ${at} did not answer in time: check host and port in SMTP_URL, and whether a firewall is in between.`
  }
  if (code === 'EPROTOCOL')
    return `What answers at ${at} is not a mail server, or is not well.${quotedResponse}`
  return `The connection to the mail server ${at} broke off (${originalCode || code}).${quotedResponse}`
}

/** The library requires it by the command; the server does not know that. */
function isStartTlsMissing(code: string, message: string): boolean {
  return code === 'ETLS' && /STARTTLS/i.test(message)
}

function isTlsError(code: string, originalCode: string, message: string): boolean {
  return (
    code === 'ETLS' ||
    /CERT|ERR_SSL|ERR_TLS|EPROTO$|UNABLE_TO_VERIFY/.test(originalCode) ||
    /SSL routines|certificate/i.test(message)
  )
}

/** Servers tend to repeat addresses and links, which do not belong in a list. */
function redact(response: string): string {
  return response
    .replace(/https?:\S+/gi, '[link]')
    .replace(/\S+/g, (word) => (word.includes('@') ? '[address]' : word))
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
