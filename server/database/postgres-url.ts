/**
 * Null where it is none. `postgres://user@/academy?host=/run/postgresql` names no host: what is read
 * then says `localhost`.
 */
export function parsePostgresUrl(url: string): URL | null {
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'))
  return parsed && /^postgres(ql)?:$/.test(parsed.protocol) ? parsed : null
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
