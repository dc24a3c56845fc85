import { type Check, describeAge, type Finding, runChecks } from './finding.ts'
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

const networkChecks: readonly Check<NetworkFacts>[] = [
  {
    id: 'server-silent',
    level: 'warning',
    hasProblem: ({ server }) => server.state === 'silent',
    problem: ({ server }) => `No server answers at ${server.url}.`,
    remedy: 'Start it, if it should be running: the log of its last end says why it is not.',
  },
  {
    id: 'server-unwell',
    level: 'error',
    hasProblem: ({ server }) => typeof server.state === 'object',
    problem: ({ server: { url, state } }) =>
      `The server at ${url} says that it is not well (status ${typeof state === 'object' ? state.status : state}).`,
    remedy:
      'Look into its log: it cannot read or write its database, or has more to do than it can.',
  },
  {
    id: 'mail-not-set-up',
    level: 'warning',
    hasProblem: ({ mail }) => !mail.isSetUp,
    problem: 'SMTP_URL is not set, so each email is only a file in the outbox of the data folder.',
    remedy: 'Set SMTP_URL, unless this is a lab without mail.',
  },
  {
    id: 'mail-not-sent',
    level: 'error',
    hasProblem: ({ mail }) => mail.isSetUp && mail.problem !== null,
    problem: ({ mail }) => mail.problem ?? '',
    remedy:
      'Correct SMTP_URL, MAIL_FROM or the mail server; emails wait for up to 3 days and then go by themselves.',
  },
  {
    id: 'metrics-exposed',
    level: 'error',
    hasProblem: ({ metrics }) => metrics !== null && metrics.exposedOn.length > 0,
    problem: ({ metrics }) =>
      `Port ${metrics?.port} of the metrics is open on ${metrics?.exposedOn.join(', ')}, not on loopback alone.`,
    remedy:
      'Close it there: the server opens it on 127.0.0.1, so something else forwards it or has taken it.',
  },
  {
    id: 'metrics-silent',
    level: 'error',
    hasProblem: ({ metrics, server }) => server.state === 'well' && metrics?.isAnswering === false,
    problem: ({ metrics }) =>
      `Nothing answers /metrics on port ${metrics?.port}, though METRICS_PORT names it and the server runs.`,
    remedy: 'Restart the server with METRICS_PORT set, or look at what else holds the port.',
  },
  {
    id: 'clock-unsynchronized',
    level: 'warning',
    hasProblem: ({ isClockSynchronized }) => isClockSynchronized === false,
    problem: "This machine's clock does not follow the time of the network, and exams end by it.",
    remedy:
      'Turn on systemd-timesyncd or chrony; in a lab without Internet set the clock before each exam day.',
  },
]

const unreachableChecks: readonly Check<Extract<SiteFacts, { isReached: false }>>[] = [
  {
    id: 'site-unreachable',
    level: 'warning',
    hasProblem: () => true,
    problem: ({ host, reason }) =>
      `${host} cannot be reached from this machine (${reason}), so its certificate could not be looked at.`,
    remedy: 'Open the site from elsewhere; if that fails, look after the proxy and the name.',
  },
]

const renewalMs = 14 * 24 * 60 * 60_000
/** A Date header has whole seconds. */
const maxClockDifferenceMs = 3_000

type ReachedFacts = Extract<SiteFacts, { isReached: true }> & { readonly validForMs: number }

const siteChecks: readonly Check<ReachedFacts>[] = [
  {
    id: 'certificate-refused',
    level: 'error',
    hasProblem: ({ certificate, validForMs }) => Boolean(certificate?.problem) && validForMs > 0,
    problem: ({ host, certificate }) =>
      `Browsers do not accept the certificate of ${host} (${certificate?.problem}).`,
    remedy:
      'Give the proxy a certificate for this name from a public authority, with its whole chain.',
  },
  {
    id: 'certificate-ending',
    level: 'error',
    hasProblem: ({ validForMs }) => validForMs < renewalMs,
    problem: ({ host, validForMs }) =>
      validForMs <= 0
        ? `The certificate of ${host} ended ${describeAge(-validForMs)} ago.`
        : `The certificate of ${host} ends in ${describeAge(validForMs)}.`,
    remedy: 'Renew it, reload the proxy, and see why it did not renew itself.',
  },
  {
    id: 'site-not-ours',
    level: 'error',
    hasProblem: ({ isOurs }) => !isOurs,
    problem: ({ host, status }) =>
      `${host} answers /healthz with status ${status}, not as this server does.`,
    remedy: 'Point the proxy to this server, and let it pass Host on unchanged.',
  },
  {
    id: 'site-clock',
    level: 'error',
    hasProblem: ({ clockAheadMs }) => Math.abs(clockAheadMs ?? 0) > maxClockDifferenceMs,
    problem: ({ host, clockAheadMs }) => {
      const aheadMs = clockAheadMs ?? 0
      return `The clock of ${host} is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`
    },
    remedy: 'Let both machines take their time from the network (NTP).',
  },
]

const firewallRemedy =
  'Let it through: deploy/modsecurity.conf has the exclusion for the OWASP core rules.'

const passageChecks: readonly Check<Passage & { readonly host: string }>[] = [
  {
    id: 'site-takes-little',
    level: 'error',
    hasProblem: ({ what }) => what === 'large',
    problem: ({ host, status }) =>
      `A body of 12 MB to ${host} ${describeReply(status)}, so registrations with large pictures do not arrive.`,
    remedy: 'Raise the limit of the proxy (client_max_body_size 0 in deploy/nginx.conf).',
  },
  {
    id: 'site-stops-changes',
    level: 'error',
    hasProblem: ({ what }) => what === 'change',
    problem: ({ host, status }) =>
      `A change of data (PUT) to ${host} ${describeReply(status)}, by a firewall perhaps.`,
    remedy: firewallRemedy,
  },
  {
    id: 'site-stops-code',
    level: 'error',
    hasProblem: ({ what }) => what === 'code',
    problem: ({ host, status }) =>
      `A text with code in it to ${host} ${describeReply(status)}, by a firewall perhaps.`,
    remedy: firewallRemedy,
  },
]

function describeReply(status: number | null): string {
  return status === null ? 'gets no answer' : `is answered with ${status} on the way`
}

export function checkNetwork(facts: NetworkFacts, now: number): Finding[] {
  const { site } = facts
  return [...runChecks(networkChecks, facts), ...(site ? checkSite(site, now) : [])]
}

function checkSite(site: SiteFacts, now: number): Finding[] {
  if (!site.isReached) return runChecks(unreachableChecks, site)
  const { certificate, stopped, host } = site
  const validForMs = (certificate?.expiresAt ?? Number.POSITIVE_INFINITY) - now
  return [
    ...runChecks(siteChecks, { ...site, validForMs }),
    ...stopped.flatMap((passage) => runChecks(passageChecks, { ...passage, host })),
  ]
}
