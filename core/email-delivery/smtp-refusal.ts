import { normalizeEmail } from '../accounts/email.ts'

/** The answer of a mail server that did not take an email. */
export type SmtpRefusal = {
  /** The command it refused: MAIL FROM, RCPT TO, or DATA and the email itself. */
  readonly stage: 'sender' | 'recipient' | 'data'
  readonly code: number
  /** By RFC 3463, such as 5.7.1; null where the server gave none. */
  readonly enhancedCode: string | null
  readonly mentionsRelay: boolean
}

type SmtpReply = {
  /** The command before the reply, as nodemailer names it. */
  readonly command: string
  readonly code: number
  readonly text: string
}

/** Reads a reply such as `554 5.7.1 Relay access denied`. */
export function parseRefusal({ command, code, text }: SmtpReply): SmtpRefusal {
  const [, enhancedCode = null] = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(text) ?? []
  const stage = command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'data'
  return { stage, code, enhancedCode, mentionsRelay: /\brelay/i.test(text) }
}

/** How it is compared: two emails were refused alike when this is equal. */
export function toRefusalCode({ code, enhancedCode }: SmtpRefusal): string {
  return enhancedCode === null ? String(code) : `${code} ${enhancedCode}`
}

/** 'sender', 'quota' and 'policy' may concern every email, 'email' only the one that was refused. */
export type RefusalKind = 'sender' | 'quota' | 'policy' | 'email'

export function getRefusalKind(refusal: SmtpRefusal): RefusalKind {
  const { stage, code, enhancedCode, mentionsRelay } = refusal
  if (enhancedCode?.slice(1) === '.4.5') return 'quota'
  if (stage === 'sender') return 'sender'
  if (code < 500) return 'email'
  if (enhancedCode === null) return mentionsRelay ? 'policy' : 'email'
  return enhancedCode.startsWith('5.7.') ? 'policy' : 'email'
}

/** How close together two refusals must be to be taken for the same. */
export const sameRefusalMs = 10 * 60_000

/**
 * Whether the next email would fare no better. A policy may also be about one recipient: it is the
 * server's once recipients at different domains were refused alike within `sameRefusalMs`, and
 * unclear until then. `recipients` are those, this one among them.
 */
export function getRefusalCause(
  refusal: SmtpRefusal,
  recipients: readonly string[],
): 'server' | 'email' | 'unclear' {
  const kind = getRefusalKind(refusal)
  if (kind === 'email') return 'email'
  if (kind !== 'policy') return 'server'
  return new Set(recipients.map(getDomain)).size > 1 ? 'server' : 'unclear'
}

function getDomain(address: string): string {
  return normalizeEmail(address).split('@').at(-1) ?? ''
}
