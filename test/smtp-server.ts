import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/**
 * The server's treatment of the next email: `cut` accepts it and closes the connection without a
 * reply, `hang` never replies, `wait` replies after a while, `hold` when `replyToHeld` is called.
 */
export type Behaviour =
  | 'take'
  | 'wait'
  | 'hold'
  | 'refuse-for-now'
  | 'refuse-for-good'
  | 'refuse-recipient'
  | 'cut'
  | 'cut-early'
  | 'hang'

/** The server's answer to every email at one command, until it is null again. */
export type StandingRefusal = {
  readonly stage: 'sender' | 'recipient' | 'data'
  readonly code: number
  readonly text: string
  /** Otherwise every email is refused. */
  readonly isRefused?: (email: { readonly to: string }) => boolean
}

type SmtpError = Error & { responseCode?: number }

/** A real mail server for specs; what arrives is parsed as a mail program would parse it. */
export async function startSmtpServer({ port = 0 } = {}) {
  const received: ParsedMail[] = []
  const behaviours: Behaviour[] = []
  const standing: { refusal: StandingRefusal | null; refused: number } = {
    refusal: null,
    refused: 0,
  }
  const held: (() => void)[] = []
  let maxOpen = 0
  let open = 0

  /** This server may be closed while an email comes in. */
  const forgetBrokenOff = () => {
    open -= 1
  }

  const refuse = (stage: StandingRefusal['stage'], to: string): SmtpError | null => {
    const { refusal } = standing
    if (refusal?.stage !== stage || !(refusal.isRefused?.({ to }) ?? true)) return null
    standing.refused += 1
    return createSmtpError(refusal.code, refusal.text)
  }

  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    // Accepts mail without a login, and refuses every login.
    onAuth: (_auth, _session, done) => done(createSmtpError(535, '5.7.8 Wrong user or password')),
    disableReverseLookup: true,
    closeTimeout: 50,
    onMailFrom(_address, _session, done) {
      done(refuse('sender', ''))
    },
    onRcptTo({ address }, session, done) {
      const refused = refuse('recipient', address)
      if (refused) return done(refused)
      if (behaviours[0] === 'cut-early') {
        behaviours.shift()
        return hangUp(server, session.id)
      }
      if (behaviours[0] !== 'refuse-recipient') return done()
      behaviours.shift()
      done(createSmtpError(550, `5.1.1 <${address}> unknown, see https://mail.example/why`))
    },
    onData(stream, session, done) {
      open += 1
      maxOpen = Math.max(maxOpen, open)
      simpleParser(stream).then((email) => {
        const refused = refuse('data', session.envelope.rcptTo[0]?.address ?? '')
        const behaviour = refused ? 'take' : takeBehaviour(behaviours)
        open -= 1
        if (refused) return done(refused)
        if (behaviour === 'refuse-for-now')
          return done(createSmtpError(451, '4.3.0 Try again later'))
        if (behaviour === 'refuse-for-good')
          return done(createSmtpError(554, '5.6.0 We do not like it'))
        received.push(email)
        if (behaviour === 'cut') return hangUp(server, session.id)
        if (behaviour === 'take') done()
        if (behaviour === 'wait') setTimeout(done, 200)
        if (behaviour === 'hold') held.push(done)
      }, forgetBrokenOff)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    /** Behaviours for the next emails, one each; after them every email is accepted. */
    behaviours,
    /** Set its refusal to have emails refused; it counts them. */
    standing,
    replyToHeld() {
      for (const reply of held.splice(0)) reply()
    },
    maxConcurrent: () => maxOpen,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * Two of them act when the recipient is named, on whichever connection comes next: other emails
 * skip those.
 */
function takeBehaviour(behaviours: Behaviour[]): Behaviour {
  const at = behaviours.findIndex(
    (behaviour) => behaviour !== 'cut-early' && behaviour !== 'refuse-recipient',
  )
  return (at < 0 ? undefined : behaviours.splice(at, 1)[0]) ?? 'take'
}

function createSmtpError(responseCode: number, message: string): SmtpError {
  return Object.assign(new Error(message), { responseCode })
}

type Connection = { readonly id: string; readonly _socket: Socket }

function hangUp(server: SMTPServer, id: string) {
  const connections = [...(server as unknown as { connections: Set<Connection> }).connections]
  connections.find((connection) => connection.id === id)?._socket.destroy()
}

type ReceivedEmails = { readonly received: readonly ParsedMail[] }

/** Emails that were waited for, by the list they arrive in and by address. */
const awaited = new WeakMap<ReceivedEmails['received'], Map<string, number>>()

/**
 * Waits until an address has received `count` emails in all. Each call must wait for more than the
 * last one: a call for emails that are known to be there would prove nothing.
 */
export async function waitForEmails(
  { received }: ReceivedEmails,
  address: string,
  count = 1,
): Promise<ParsedMail[]> {
  const known = awaited.get(received) ?? new Map<string, number>()
  awaited.set(received, known)
  const before = known.get(address) ?? 0
  if (count <= before) throw new Error(`Already waited for ${before} emails to ${address}`)
  known.set(address, count)
  const deadline = performance.now() + 10_000
  for (;;) {
    const found = received.filter((email) => listAddresses(email).includes(address))
    if (found.length > count) throw new Error(`${address} has ${found.length} emails, not ${count}`)
    if (found.length === count) return found
    if (performance.now() > deadline) throw new Error(`No email for ${address} arrived`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function findOneTimePassword(email: ParsedMail | undefined): string {
  return /\b[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}\b/.exec(email?.text ?? '')?.[0] ?? ''
}

function listAddresses({ to }: ParsedMail): string[] {
  return [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
}
