import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { automaticHeaders, type MailTransport, toCalendarPart } from './email.ts'
import { type SmtpError, toOutcome } from './smtp-errors.ts'
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
    async send({ to, replyTo, subject, text, html, calendar, messageId, createdAt }) {
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
          icalEvent: toCalendarPart(calendar),
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

/** For nodemailer. */
export function toConnectionOptions(url: string) {
  return {
    url: removeTlsParameter(url),
    requireTLS: isTlsRequired(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  }
}
