import type { Config } from '#server/config.ts'
import { listHostUrls, parsePostgresUrl } from '#server/database/postgres-url.ts'
import { isLoopback, isPrivateHost } from '#server/platform/network-address.ts'
import { type Check, type Finding, runChecks } from './finding.ts'

export type SettingsFacts = {
  readonly config: Config
  /** The Node that runs this, and the one that package.json pins: `26.10.0`. */
  readonly nodeVersion: string
  readonly pinnedNodeVersion: string
  /** Whether the institute has files of its own. */
  readonly hasInstituteFolder: boolean
  /** The address in the links of the built pages; null before the first build. */
  readonly builtFor: string | null
}

const settingsChecks: readonly Check<SettingsFacts>[] = [
  {
    id: 'node-version',
    level: 'warning',
    hasProblem: ({ nodeVersion, pinnedNodeVersion }) => nodeVersion !== pinnedNodeVersion,
    problem: ({ nodeVersion, pinnedNodeVersion }) =>
      `This is Node ${nodeVersion}, and the server is tested with ${pinnedNodeVersion}.`,
    remedy: 'Start it with npm start after npm ci, or with node_modules/.bin/node.',
  },
  {
    id: 'public-url-missing',
    level: ({ config: { SMTP_URL, TRUST_PROXY, HOST } }) =>
      SMTP_URL !== undefined || TRUST_PROXY !== undefined || !isLoopback(HOST)
        ? 'error'
        : 'warning',
    hasProblem: ({ config }) => !config.hasPublicUrl,
    problem: ({ config }) =>
      `PUBLIC_URL is not set, so links in emails lead to ${config.PUBLIC_URL} and cookies are not Secure.`,
    remedy: 'Set PUBLIC_URL to the address under which students reach the site.',
  },
  {
    id: 'public-url-http',
    level: ({ config }) =>
      isPrivateHost(new URL(config.PUBLIC_URL).hostname) ? 'warning' : 'error',
    hasProblem: ({ config }) =>
      config.hasPublicUrl && !isHttps(config) && !isLoopback(new URL(config.PUBLIC_URL).hostname),
    problem: ({ config }) =>
      `The site is reached at ${new URL(config.PUBLIC_URL).origin} without TLS, so passwords and answers can be read on the way.`,
    remedy: 'Put a proxy with a certificate in front and set PUBLIC_URL to its https address.',
  },
  {
    id: 'institute-folder-missing',
    level: 'warning',
    hasProblem: ({ hasInstituteFolder }) => !hasInstituteFolder,
    problem: 'The pages show the samples: there is no folder institute/ with files of your own.',
    remedy:
      'Run npm run new-institute, change what it has copied, and build again; or put back the folder from a backup.',
  },
  {
    id: 'built-for-another-address',
    level: 'error',
    hasProblem: ({ config, builtFor }) =>
      config.hasPublicUrl && builtFor !== null && builtFor !== config.PUBLIC_URL,
    problem: ({ config, builtFor }) =>
      `The pages were built for ${builtFor}, which is what their canonical links and the sitemap name, not ${config.PUBLIC_URL}.`,
    remedy: ({ config }) =>
      `Run PUBLIC_URL=${config.PUBLIC_URL} npm run build, once: later builds remember it.`,
  },
  {
    id: 'proxy-missing',
    level: 'error',
    hasProblem: ({ config }) => !config.TRUST_PROXY && isHttps(config),
    problem:
      'PUBLIC_URL is https, which a proxy provides, but TRUST_PROXY is not set: all visitors share the limits of one address.',
    remedy: 'Set TRUST_PROXY to the exact address of the proxy, such as 127.0.0.1.',
  },
  {
    id: 'proxy-too-wide',
    level: ({ config }) =>
      listNetworks(config).some((network) => Number(network.split('/')[1] ?? 128) < 8)
        ? 'error'
        : 'warning',
    hasProblem: ({ config }) => listNetworks(config).length > 0,
    problem: ({ config }) =>
      `TRUST_PROXY believes whole networks (${listNetworks(config).join(', ')}): any machine in them can pretend to be any visitor.`,
    remedy: 'Name the exact addresses of the proxies in TRUST_PROXY.',
  },
  {
    id: 'proxy-bypassed',
    level: 'error',
    hasProblem: ({ config }) =>
      isHttps(config) &&
      !isLoopback(config.HOST) &&
      config.TRUST_PROXY?.every((proxy) => proxy === 'loopback' || isLoopback(proxy)) === true,
    problem: ({ config: { HOST, PORT } }) =>
      `With HOST=${HOST} visitors can reach port ${PORT} past the proxy, without TLS.`,
    remedy: 'Remove HOST: the proxy on this machine reaches 127.0.0.1.',
  },
  {
    id: 'rate-limits-off',
    level: 'error',
    hasProblem: ({ config }) => config.RATE_LIMITS === 'off',
    problem: 'RATE_LIMITS is off, so passwords can be guessed without an end.',
    remedy: 'Remove RATE_LIMITS and restart the server: off is for load tests.',
  },
  {
    id: 'second-factor-off',
    level: 'error',
    hasProblem: ({ config }) => config.SECOND_FACTOR === 'off',
    problem: 'SECOND_FACTOR is off, so a stolen password is all it takes to be an admin.',
    remedy: 'Remove SECOND_FACTOR, or set it to require: off is for the demo.',
  },
  {
    id: 'metrics-off',
    level: 'warning',
    hasProblem: ({ config }) => !config.METRICS_PORT,
    problem: 'METRICS_PORT is not set, so nothing can warn you when the server gets slow.',
    remedy: 'Set METRICS_PORT and use the alert rules in deploy/.',
  },
  {
    id: 'database-without-tls',
    level: 'error',
    hasProblem: ({ config }) => {
      const mode = findDistantDatabase(config)?.searchParams.get('sslmode') ?? 'disable'
      const isEncrypted = ['require', 'verify-ca', 'verify-full'].includes(mode)
      return findDistantDatabase(config) !== undefined && !isEncrypted
    },
    problem: ({ config }) =>
      `The connection to the database on ${findDistantDatabase(config)?.hostname} is not encrypted or trusts any certificate.`,
    remedy:
      'Add ?sslmode=verify-full to DATABASE_URL, and sslrootcert=… if the authority is your own.',
  },
  {
    id: 'processes-apart',
    level: 'warning',
    hasProblem: ({ config }) =>
      config.DATABASE_URL !== undefined && listUnshared(config).length > 0,
    problem: ({ config }) =>
      `Without ${listUnshared(config).join(', ')} the pictures or keys lie in DATA_DIR, where a second process on this database would not find them.`,
    remedy: 'Set them, the same for all processes, before you start a second one.',
  },
]

/** Checks the settings alone. */
export function checkSettings(facts: SettingsFacts): Finding[] {
  return runChecks(settingsChecks, facts)
}

function isHttps({ PUBLIC_URL }: Config): boolean {
  return PUBLIC_URL.startsWith('https:')
}

function listNetworks({ TRUST_PROXY = [] }: Config): string[] {
  return TRUST_PROXY.filter((proxy) => {
    const [address, prefix] = proxy.split('/')
    if (prefix === undefined) return proxy === 'linklocal' || proxy === 'uniquelocal'
    return Number(prefix) < (address?.includes(':') ? 128 : 32)
  })
}

/** The first host of the database that is another machine. */
function findDistantDatabase({ DATABASE_URL = '' }: Config): URL | undefined {
  return listHostUrls(DATABASE_URL)
    .flatMap((url) => parsePostgresUrl(url) ?? [])
    .find(
      ({ hostname, searchParams }) =>
        hostname !== '' && !isLoopback(hostname) && !searchParams.has('host'),
    )
}

function listUnshared(config: Config): string[] {
  return (['IMAGES_URL', 'IMAGE_KEY', 'SECRET_KEY'] as const).filter((name) => !config[name])
}
