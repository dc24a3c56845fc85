import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { isTlsRequired, removeTlsParameter } from '../platform/mailer/smtp-url.ts'
import { headers, type Sender } from './sender.ts'
import { outcomeOf, type SmtpError } from './smtp-faults.ts'

const atOnce = 4
/** A server may trickle its answers and never fall silent: this ends it. Less than the lease. */
const oneMinuteMs = 60_000

type Given = { readonly url: string; readonly from: string; readonly longestTryMs?: number }

export function openSmtp({ url, from, longestTryMs = oneMinuteMs }: Given): Sender {
  const transport = createTransport({
    url: removeTlsParameter(url),
    requireTLS: isTlsRequired(url),
    pool: true,
    maxConnections: atOnce,
    maxMessages: 100,
    maxRequeues: 2,
    idleTimeout: 20_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bodies = new WeakMap<object, Readable>()
  // The body is first read when the server has said that it takes it.
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
    waitsIn: null,
    async send({ to, replyTo, subject, text, html, messageId, createdAt }) {
      const signal = AbortSignal.timeout(longestTryMs)
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
          headers,
          signal,
        })
        return { is: 'sent' }
      } catch (error) {
        const wasTaken = bodies.get(signal)?.readableDidRead ?? false
        return outcomeOf(error as SmtpError, { url, wasTaken })
      }
    },
    async erase() {},
    close: () => transport.close({ force: true }),
  }
}
