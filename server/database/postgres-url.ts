/**
 * Null where it is none. `postgres://user@/academy?host=/run/postgresql` names no host: what is read
 * then says `localhost`.
 */
export function parsePostgresUrl(url: string): URL | null {
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'))
  return parsed && /^postgres(ql)?:$/.test(parsed.protocol) ? parsed : null
}

/** As it is where a % in it escapes nothing, which the driver takes, too. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const form = 'postgres://user:password@host/database'

/** Null, or why DATABASE_URL leads to no database. Repeats nothing of it. */
export function validatePostgresUrl(databaseUrl: string): string | null {
  const urls = listHostUrls(databaseUrl).map(parsePostgresUrl)
  const isUnderstood = urls.every((url) => url !== null && !hasStrayAt(url))
  if (isUnderstood) return null
  return hasLoosePassword(databaseUrl)
    ? `The password in it has a character that an address cannot hold as it is: write / as %2F, ? as %3F, # as %23, @ as %40, : as %3A and % as %25`
    : `Write it like ${form}`
}

/** Everything before the last @ is a role and its password. */
function hasLoosePassword(databaseUrl: string): boolean {
  const [, login = ''] = /^postgres(?:ql)?:\/\/(.*)@/s.exec(databaseUrl) ?? []
  const [role = '', ...password] = login.split(':')
  return !/[@/?#]/.test(role) && /[/?#%[\] ]/.test(password.join(':'))
}

/**
 * In `postgres://role:12/34@host/database` the port would be 12, and the host be named like the
 * role.
 */
function hasStrayAt({ pathname, hash, searchParams }: URL): boolean {
  return [pathname, hash, ...searchParams.keys()].some((part) => part.includes('@'))
}

/**
 * As the driver takes it. What it calls `require` it checks like `verify-full`, and it warns of that in
 * ten lines at each start.
 */
export function toDriverUrl(url: string): string {
  return url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/**
 * The address of each database server that a setting names: `postgres://…@one:5432,two:5432/academy`
 * is two, as for PostgreSQL's own programs.
 */
export function listHostUrls(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)/s.exec(url)
  if (!parts) return [url]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
