import {
  getRefusalCause,
  getRefusalKind,
  parseRefusal,
  type SmtpRefusal,
} from '#core/email-delivery/smtp-refusal.ts'
import type { DeliveryOutcome } from './email.ts'

export type SmtpError = Error & {
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

type SmtpErrorContext = {
  readonly url: string
  /** The server had begun to read the email itself. */
  readonly isBodyRead: boolean
}

/** Derives the outcome of an email from an error of nodemailer. */
export function toOutcome(error: SmtpError, context: SmtpErrorContext): DeliveryOutcome {
  const { code = 'unknown', command = '', responseCode, response = '' } = error
  const url = new URL(context.url)
  if (responseCode === undefined && context.isBodyRead) {
    const reason = `The mail server broke off after receiving the email (${code}).`
    return { status: 'unsure', reason, cause: 'transport' }
  }
  if (code === 'EENVELOPE' && responseCode === undefined) {
    const reason = 'The address cannot be written to.'
    return { status: 'never', reason, cause: 'email' }
  }
  if (responseCode === undefined || responseCode === 421 || serverErrorCodes.has(code)) {
    return { status: 'later', reason: describeProblem(error, url), cause: 'transport' }
  }
  const refusal = parseRefusal({ command, code: responseCode, text: response })
  const reason = `The mail server said: ${redact(response)}`
  const serverReason = describeRefusal(refusal, { response, url })
  const cause = getRefusalCause(refusal, [])
  if (cause === 'unclear') return { status: 'later', cause, refusal, reason, serverReason }
  return cause === 'server'
    ? { status: 'later', cause: 'refusal', reason: serverReason }
    : { status: responseCode >= 500 ? 'never' : 'later', cause, reason }
}

type RefusalContext = { readonly response: string; readonly url: URL }

/** Why the server takes no emails from us, and where to fix it. */
export function describeRefusal(refusal: SmtpRefusal, { response, url }: RefusalContext): string {
  const server = `The mail server ${toHostAndPort(url)}`
  const quotedResponse = quote(response)
  switch (getRefusalKind(refusal)) {
    case 'quota':
      return `${server} takes no more emails for now: a limit of the account is reached.${quotedResponse}`
    case 'sender':
      return refusal.code < 500
        ? `${server} takes no emails for now.${quotedResponse}`
        : `${server} takes no emails from this site: check MAIL_FROM, and user name and password in SMTP_URL.${quotedResponse}`
    case 'policy':
    case 'email':
      return `${server} refuses emails of this site to other domains: check what it allows this site to send, MAIL_FROM, and the user name in SMTP_URL.${quotedResponse}`
  }
}

function toHostAndPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}

function quote(response: string | undefined): string {
  return response ? ` It said: ${redact(response)}` : ''
}

/** Describes the problem, and where to fix it. Names the server, never the password. */
export function describeProblem(error: SmtpError, url: URL): string {
  const { code = 'unknown', originalCode = '', response, message } = error
  const { hostname, username } = url
  const at = toHostAndPort(url)
  const quotedResponse = quote(response)
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
export function redact(response: string): string {
  return response
    .replace(/https?:\S+/gi, '[link]')
    .replace(/\S+/g, (word) => (word.includes('@') ? '[address]' : word))
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
