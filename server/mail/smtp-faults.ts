import type { Outcome } from './sender.ts'

export type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** What the server says of itself, not of the letter: another try may find it in better shape. */
const aboutServer = new Set([
  ...['EAUTH', 'ENOAUTH', 'ECONNECTION', 'EPROTOCOL', 'ETLS', 'EDNS', 'ESOCKET', 'ETIMEDOUT'],
])

/** `wasTaken`: the server had begun to read the letter itself. */
export function outcomeOf(error: SmtpError, { url, wasTaken }: Given): Outcome {
  const { code = 'unknown', responseCode, response } = error
  if (responseCode === undefined && wasTaken) {
    const why = `The mail server broke off when it had the letter (${code}).`
    return { is: 'unsure', why, blames: 'server' }
  }
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { is: 'never', why: 'The address cannot be written to.', blames: 'letter' }
  }
  const isOfServer = responseCode === undefined || responseCode === 421 || aboutServer.has(code)
  if (isOfServer) return { is: 'later', why: troubleOf(error, new URL(url)), blames: 'server' }
  const why = `The mail server said: ${told(response ?? '')}`
  return { is: responseCode >= 500 ? 'never' : 'later', why, blames: 'letter' }
}

type Given = { readonly url: string; readonly wasTaken: boolean }

/** What is wrong, and where to mend it. Names the server, never the password. */
function troubleOf(error: SmtpError, { protocol, hostname, port, username }: URL): string {
  const { code = 'unknown', originalCode = '', response, message } = error
  const isSecure = protocol === 'smtps:'
  const at = `${hostname}:${port || (isSecure ? 465 : 587)}`
  const said = response ? ` It said: ${told(response)}` : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return username
      ? `The mail server ${at} does not accept the user name and password in SMTP_URL.${said}`
      : `The mail server ${at} wants a user name and password: put them in SMTP_URL.${said}`
  }
  if (code === 'EDNS') {
    return `There is no mail server of the name ${hostname}: check SMTP_URL, and that this machine can look up names.`
  }
  if (isWithoutStartTls(code, message)) {
    return `The mail server ${at} offers no STARTTLS, and no letter goes out unencrypted. Use a server or port that does, or smtps://; where nobody else listens on the way, add ?tls=off to SMTP_URL.`
  }
  if (isTls(code, originalCode, message)) {
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
    return `What answers at ${at} is not a mail server, or is not well.${said}`
  return `The connection to the mail server ${at} broke off (${originalCode || code}).${said}`
}

/** The library requires it by the command; the server does not know that. */
function isWithoutStartTls(code: string, message: string): boolean {
  return code === 'ETLS' && /STARTTLS/i.test(message)
}

function isTls(code: string, originalCode: string, message: string): boolean {
  return (
    code === 'ETLS' ||
    /CERT|ERR_SSL|ERR_TLS|EPROTO$|UNABLE_TO_VERIFY/.test(originalCode) ||
    /SSL routines|certificate/i.test(message)
  )
}

/** Servers like to repeat addresses and links; both are nobody's business in a list. */
function told(response: string): string {
  return response
    .replace(/https?:\S+/gi, '[link]')
    .replace(/\S+@\S+/g, '[address]')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
