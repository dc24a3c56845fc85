import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/**
 * What the post office does with the next letter: `cut` takes it whole and hangs up without a
 * word, `hang` never answers, `wait` answers after a while.
 */
export type Behaviour =
  | 'take'
  | 'wait'
  | 'refuse-for-now'
  | 'refuse-for-good'
  | 'refuse-recipient'
  | 'cut'
  | 'cut-early'
  | 'hang'

type SmtpError = Error & { responseCode?: number }

/** A real mail server for specs; what arrives is parsed as a mail program would. */
export async function startSmtpServer({ port = 0 } = {}) {
  const letters: ParsedMail[] = []
  const manners: Behaviour[] = []
  let maxOpen = 0
  let open = 0

  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    // Open to all; whoever shows a password has the wrong one.
    onAuth: (_auth, _session, done) => done(createSmtpError(535, '5.7.8 Wrong user or password')),
    disableReverseLookup: true,
    closeTimeout: 50,
    onRcptTo({ address }, session, done) {
      if (manners[0] === 'cut-early') {
        manners.shift()
        return hangUp(server, session.id)
      }
      if (manners[0] !== 'refuse-recipient') return done()
      manners.shift()
      done(createSmtpError(550, `5.1.1 <${address}> unknown, see https://mail.example/why`))
    },
    onData(stream, session, done) {
      open += 1
      maxOpen = Math.max(maxOpen, open)
      simpleParser(stream).then((email) => {
        const behaviour = takeBehaviour(manners)
        open -= 1
        if (behaviour === 'refuse-for-now')
          return done(createSmtpError(451, '4.3.0 Try again later'))
        if (behaviour === 'refuse-for-good')
          return done(createSmtpError(554, '5.7.1 We do not like it'))
        letters.push(email)
        if (behaviour === 'cut') return hangUp(server, session.id)
        if (behaviour === 'take') done()
        if (behaviour === 'wait') setTimeout(done, 200)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    letters,
    /** Manners for the letters to come, one each; after them every letter is taken. */
    manners,
    maxConcurrent: () => maxOpen,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Two of them are shown when the recipient is named, to whoever comes next: letters pass those by. */
function takeBehaviour(manners: Behaviour[]): Behaviour {
  const at = manners.findIndex(
    (behaviour) => behaviour !== 'cut-early' && behaviour !== 'refuse-recipient',
  )
  return (at < 0 ? undefined : manners.splice(at, 1)[0]) ?? 'take'
}

function createSmtpError(responseCode: number, message: string): SmtpError {
  return Object.assign(new Error(message), { responseCode })
}

type Connection = { readonly id: string; readonly _socket: Socket }

function hangUp(server: SMTPServer, id: string) {
  const connections = [...(server as unknown as { connections: Set<Connection> }).connections]
  connections.find((connection) => connection.id === id)?._socket.destroy()
}
