import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { headers, type Outcome, type Sender } from './sender.ts'

const atOnce = 4
/** A server may trickle its answers and never fall silent: this ends it. Less than the lease. */
const oneMinuteMs = 60_000

type Given = { readonly url: string; readonly from: string; readonly longestTryMs?: number }

export function openSmtp({ url, from, longestTryMs = oneMinuteMs }: Given): Sender {
  const transport = createTransport({
    url,
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
    isSetUp: true,
    async send({ to, subject, text, html, messageId, createdAt }) {
      const signal = AbortSignal.timeout(longestTryMs)
      const date = new Date(createdAt)
      try {
        await transport.sendMail({
          from,
          to,
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
        return outcomeOf(error as SmtpError, bodies.get(signal)?.readableDidRead ?? false)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

type SmtpError = Error & {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** What the server says of itself, not of the letter: another try may find it in better shape. */
const aboutServer = new Set(['EAUTH', 'ECONNECTION', 'EPROTOCOL', 'ETLS', 'EDNS', 'ESOCKET'])

function outcomeOf(error: SmtpError, wasTaken: boolean): Outcome {
  const { code = 'unknown', responseCode, response } = error
  const why = response ? told(response) : `No answer from the mail server (${code}).`
  if (responseCode === undefined && wasTaken) {
    return { is: 'unsure', why: `The mail server broke off when it had the letter (${code}).` }
  }
  const isForGood = responseCode !== undefined && responseCode >= 500
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { is: 'never', why: 'The address cannot be written to.' }
  }
  return { is: isForGood && !aboutServer.has(code) ? 'never' : 'later', why }
}

/** Servers like to repeat addresses and links; both are nobody's business in a list. */
function told(response: string): string {
  const plain = response
    .replace(/https?:\S+/gi, '[link]')
    .replace(/\S+@\S+/g, '[address]')
    .replace(/\s+/g, ' ')
  return `The mail server said: ${plain.slice(0, 200)}`
}
