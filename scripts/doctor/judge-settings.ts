import type { Config } from '#server/config.ts'
import { listHostUrls, parsePostgresUrl } from '#server/database/postgres-url.ts'
import { isLoopback, isPrivateHost } from '#server/platform/network-address.ts'
import { advise, type Finding, mend } from './finding.ts'

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

/** Judges the settings alone. */
export function judgeSettings(facts: SettingsFacts): Finding[] {
  const { config } = facts
  return [
    ...judgeNode(facts),
    ...judgePublicUrl(config),
    ...judgeInstituteFolder(facts),
    ...judgeBuild(facts),
    ...judgeProxy(config),
    ...judgeLimits(config),
    ...(config.DATABASE_URL ? judgePostgresSettings(config, config.DATABASE_URL) : []),
  ]
}

function judgeNode({ nodeVersion, pinnedNodeVersion }: SettingsFacts): Finding[] {
  if (nodeVersion === pinnedNodeVersion) return []
  return [
    advise(
      'node-version',
      `This is Node ${nodeVersion}, and the server is tested with ${pinnedNodeVersion}.`,
      'Start it with npm start after npm ci, or with node_modules/.bin/node.',
    ),
  ]
}

function judgePublicUrl(config: Config): Finding[] {
  const { PUBLIC_URL, HOST, SMTP_URL, TRUST_PROXY } = config
  if (!config.hasPublicUrl) {
    const isInUse = SMTP_URL !== undefined || TRUST_PROXY !== undefined || !isLoopback(HOST)
    return [
      (isInUse ? mend : advise)(
        'public-url-missing',
        `PUBLIC_URL is not set, so links in emails lead to ${PUBLIC_URL} and cookies are not Secure.`,
        'Set PUBLIC_URL to the address under which students reach the site.',
      ),
    ]
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'https:' || isLoopback(hostname)) return []
  return [
    (isPrivateHost(hostname) ? advise : mend)(
      'public-url-http',
      `The site is reached at ${new URL(PUBLIC_URL).origin} without TLS, so passwords and answers can be read on the way.`,
      'Put a proxy with a certificate in front and set PUBLIC_URL to its https address.',
    ),
  ]
}

function judgeInstituteFolder({ hasInstituteFolder }: SettingsFacts): Finding[] {
  if (hasInstituteFolder) return []
  return [
    advise(
      'institute-folder-missing',
      'The pages show the samples: there is no folder institute/ with files of your own.',
      'Run npm run new-institute, change what it has copied, and build again; or put back the folder from a backup.',
    ),
  ]
}

function judgeBuild({ config, builtFor }: SettingsFacts): Finding[] {
  if (!config.hasPublicUrl || builtFor === null || builtFor === config.PUBLIC_URL) return []
  return [
    mend(
      'built-for-another-address',
      `The pages were built for ${builtFor}, which is what their canonical links and the sitemap name, not ${config.PUBLIC_URL}.`,
      `Run PUBLIC_URL=${config.PUBLIC_URL} npm run build, once: later builds remember it.`,
    ),
  ]
}

function judgeProxy(config: Config): Finding[] {
  const { PUBLIC_URL, TRUST_PROXY: proxies, HOST, PORT } = config
  const isHttps = PUBLIC_URL.startsWith('https:')
  if (!proxies) {
    if (!isHttps) return []
    return [
      mend(
        'proxy-missing',
        'PUBLIC_URL is https, which a proxy provides, but TRUST_PROXY is not set: all visitors share the limits of one address.',
        'Set TRUST_PROXY to the exact address of the proxy, such as 127.0.0.1.',
      ),
    ]
  }
  const networks = proxies.filter(isNetwork)
  const isAnybody = networks.some((network) => Number(network.split('/')[1] ?? 128) < 8)
  const isOnlyLoopback = proxies.every((proxy) => proxy === 'loopback' || isLoopback(proxy))
  return [
    ...(networks.length > 0
      ? [
          (isAnybody ? mend : advise)(
            'proxy-too-wide',
            `TRUST_PROXY believes whole networks (${networks.join(', ')}): any machine in them can pretend to be any visitor.`,
            'Name the exact addresses of the proxies in TRUST_PROXY.',
          ),
        ]
      : []),
    ...(isHttps && isOnlyLoopback && !isLoopback(HOST)
      ? [
          mend(
            'proxy-bypassed',
            `With HOST=${HOST} visitors can reach port ${PORT} past the proxy, without TLS.`,
            'Remove HOST: the proxy on this machine reaches 127.0.0.1.',
          ),
        ]
      : []),
  ]
}

function isNetwork(proxy: string): boolean {
  const [address, prefix] = proxy.split('/')
  if (prefix === undefined) return proxy === 'linklocal' || proxy === 'uniquelocal'
  return Number(prefix) < (address?.includes(':') ? 128 : 32)
}

function judgeLimits({ RATE_LIMITS, SECOND_FACTOR, METRICS_PORT }: Config): Finding[] {
  return [
    ...(RATE_LIMITS === 'off'
      ? [
          mend(
            'rate-limits-off',
            'RATE_LIMITS is off, so passwords can be guessed without an end.',
            'Remove RATE_LIMITS and restart the server: off is for load tests.',
          ),
        ]
      : []),
    ...(SECOND_FACTOR === 'off'
      ? [
          mend(
            'second-factor-off',
            'SECOND_FACTOR is off, so a stolen password is all it takes to be an admin.',
            'Remove SECOND_FACTOR, or set it to require: off is for the demo.',
          ),
        ]
      : []),
    ...(METRICS_PORT
      ? []
      : [
          advise(
            'metrics-off',
            'METRICS_PORT is not set, so nothing can warn you when the server gets slow.',
            'Set METRICS_PORT and use the alert rules in deploy/.',
          ),
        ]),
  ]
}

function judgePostgresSettings(config: Config, databaseUrl: string): Finding[] {
  const urls = listHostUrls(databaseUrl).flatMap((url) => parsePostgresUrl(url) ?? [])
  const distant = urls.find(
    ({ hostname, searchParams }) =>
      hostname !== '' && !isLoopback(hostname) && !searchParams.has('host'),
  )
  const tlsMode = distant?.searchParams.get('sslmode') ?? 'disable'
  const apart = (['IMAGES_URL', 'IMAGE_KEY', 'SECRET_KEY'] as const).filter((name) => !config[name])
  return [
    ...(distant && !['require', 'verify-ca', 'verify-full'].includes(tlsMode)
      ? [
          mend(
            'database-without-tls',
            `The connection to the database on ${distant.hostname} is not encrypted or trusts any certificate.`,
            'Add ?sslmode=verify-full to DATABASE_URL, and sslrootcert=… if the authority is your own.',
          ),
        ]
      : []),
    ...(apart.length > 0
      ? [
          advise(
            'processes-apart',
            `Without ${apart.join(', ')} the pictures or keys lie in DATA_DIR, where a second process on this database would not find them.`,
            'Set them, the same for all processes, before you start a second one.',
          ),
        ]
      : []),
  ]
}
