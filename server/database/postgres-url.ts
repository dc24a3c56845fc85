/**
 * The address of each database server that a setting names: `postgres://…@one:5432,two:5432/academy`
 * is two, as for PostgreSQL's own programs.
 */
export function listHostUrls(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
