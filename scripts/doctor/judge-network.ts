import { advise, describeAge, type Finding, mend } from './finding.ts'
import type { Passage } from './read-passage.ts'

/** The reply of this machine's server to /healthz. */
type ServerFacts = {
  readonly url: string
  readonly state: 'well' | 'silent' | { readonly status: number }
}

/** The reply of PUBLIC_URL to /healthz, asked from this machine. */
export type SiteFacts =
  | { readonly isReached: false; readonly host: string; readonly reason: string }
  | {
      readonly isReached: true
      readonly host: string
      readonly status: number
      readonly isOurs: boolean
      /** Null under http. */
      readonly certificate: {
        readonly expiresAt: number
        /** Node's code for what is wrong with it, or null. */
        readonly problem: string | null
      } | null
      /** How far its Date header is ahead of this machine; whole seconds, cut. */
      readonly clockAheadMs: number | null
      /** Calls that something on the way answers in the server's place. */
      readonly stopped: readonly Passage[]
    }

export type NetworkFacts = {
  readonly server: ServerFacts
  /** Null where PUBLIC_URL is not set. */
  readonly site: SiteFacts | null
  readonly mail: {
    readonly isSetUp: boolean
    /** Why no email could be sent now, in a sentence. */
    readonly problem: string | null
  }
  /** Null where METRICS_PORT is not set. */
  readonly metrics: {
    readonly port: number
    readonly isAnswering: boolean
    /** Addresses of this machine, other than loopback, on which the port is open. */
    readonly exposedOn: readonly string[]
  } | null
  /** Whether the clock follows the network's time; null where nobody knows. */
  readonly isClockSynchronized: boolean | null
}

export function judgeNetwork(facts: NetworkFacts, now: number): Finding[] {
  const { mail, site } = facts
  return [
    ...judgeServer(facts.server),
    ...(site ? judgeSite(site, now) : []),
    ...judgeMail(mail),
    ...judgeMetrics(facts),
    ...(facts.isClockSynchronized === false
      ? [
          advise(
            'clock-unsynchronized',
            "This machine's clock does not follow the time of the network, and exams end by it.",
            'Turn on systemd-timesyncd or chrony; in a lab without Internet set the clock before each exam day.',
          ),
        ]
      : []),
  ]
}

function judgeServer({ url, state }: ServerFacts): Finding[] {
  if (state === 'well') return []
  return state === 'silent'
    ? [
        advise(
          'server-silent',
          `No server answers at ${url}.`,
          'Start it, if it should be running: the log of its last end says why it is not.',
        ),
      ]
    : [
        mend(
          'server-unwell',
          `The server at ${url} says that it is not well (status ${state.status}).`,
          'Look into its log: it cannot read or write its database, or has more to do than it can.',
        ),
      ]
}

const renewalMs = 14 * 24 * 60 * 60_000
/** A Date header has whole seconds. */
const maxClockDifferenceMs = 3_000

function judgeSite(site: SiteFacts, now: number): Finding[] {
  if (!site.isReached) {
    return [
      advise(
        'site-unreachable',
        `${site.host} cannot be reached from this machine (${site.reason}), so its certificate could not be looked at.`,
        'Open the site from elsewhere; if that fails, look after the proxy and the name.',
      ),
    ]
  }
  const { host, status, isOurs, certificate, clockAheadMs, stopped } = site
  const left = (certificate?.expiresAt ?? Number.POSITIVE_INFINITY) - now
  const isOver = left <= 0
  return [
    ...(certificate?.problem && !isOver
      ? [
          mend(
            'certificate-refused',
            `Browsers do not accept the certificate of ${host} (${certificate.problem}).`,
            'Give the proxy a certificate for this name from a public authority, with its whole chain.',
          ),
        ]
      : []),
    ...(left < renewalMs
      ? [
          mend(
            'certificate-ending',
            isOver
              ? `The certificate of ${host} ended ${describeAge(-left)} ago.`
              : `The certificate of ${host} ends in ${describeAge(left)}.`,
            'Renew it, reload the proxy, and see why it did not renew itself.',
          ),
        ]
      : []),
    ...(isOurs
      ? []
      : [
          mend(
            'site-not-ours',
            `${host} answers /healthz with status ${status}, not as this server does.`,
            'Point the proxy to this server, and let it pass Host on unchanged.',
          ),
        ]),
    ...(clockAheadMs !== null && Math.abs(clockAheadMs) > maxClockDifferenceMs
      ? [
          mend(
            'site-clock',
            `The clock of ${host} is ${Math.round(Math.abs(clockAheadMs) / 1000)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
            'Let both machines take their time from the network (NTP).',
          ),
        ]
      : []),
    ...stopped.map((passage) => judgeStopped(passage, host)),
  ]
}

function judgeMail({ isSetUp, problem }: NetworkFacts['mail']): Finding[] {
  if (!isSetUp) {
    return [
      advise(
        'mail-not-set-up',
        'SMTP_URL is not set, so each email is only a file in the outbox of the data folder.',
        'Set SMTP_URL, unless this is a lab without mail.',
      ),
    ]
  }
  if (problem === null) return []
  return [
    mend(
      'mail-not-sent',
      problem,
      'Mend SMTP_URL, MAIL_FROM or the mail server; emails wait for up to 3 days and then go by themselves.',
    ),
  ]
}

function judgeMetrics({ metrics, server }: NetworkFacts): Finding[] {
  if (!metrics) return []
  const { port, isAnswering, exposedOn } = metrics
  return [
    ...(exposedOn.length > 0
      ? [
          mend(
            'metrics-exposed',
            `Port ${port} of the metrics is open on ${exposedOn.join(', ')}, not on loopback alone.`,
            'Close it there: the server opens it on 127.0.0.1, so something else forwards it or has taken it.',
          ),
        ]
      : []),
    ...(server.state === 'well' && !isAnswering
      ? [
          mend(
            'metrics-silent',
            `Nothing answers /metrics on port ${port}, though METRICS_PORT names it and the server runs.`,
            'Restart the server with METRICS_PORT set, or look at what else holds the port.',
          ),
        ]
      : []),
  ]
}

function judgeStopped({ what, status }: Passage, host: string): Finding {
  const answer = status === null ? 'gets no answer' : `is answered with ${status} on the way`
  if (what === 'large') {
    return mend(
      'site-takes-little',
      `A body of 12 MB to ${host} ${answer}, so registrations with large pictures do not arrive.`,
      'Raise the limit of the proxy (client_max_body_size 0 in deploy/nginx.conf).',
    )
  }
  const call = what === 'change' ? 'A change of data (PUT)' : 'A text with code in it'
  return mend(
    what === 'change' ? 'site-stops-changes' : 'site-stops-code',
    `${call} to ${host} ${answer}, by a firewall perhaps.`,
    'Let it through: deploy/modsecurity.conf has the exclusion for the OWASP core rules.',
  )
}
