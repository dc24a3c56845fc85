import type { Config } from '../config.ts'
import { decodePart, listHostUrls, parsePostgresUrl } from './postgres-url.ts'

/**
 * The database that the settings name, without its password. It is printed at each start, since a
 * setting that was lost on its way looks like an institute that lost its students.
 */
export function describeDatabase({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (!DATABASE_URL) return { engine: 'SQLite', place: DATA_DIR } as const
  const urls = listHostUrls(DATABASE_URL).flatMap((url) => parsePostgresUrl(url) ?? [])
  const hosts = urls.map(({ host, searchParams }) => searchParams.get('host') ?? host)
  const name = urls[0]?.pathname.slice(1) || urls[0]?.username
  return {
    engine: 'PostgreSQL',
    place: [name, hosts.filter(Boolean).join(', ') || 'this machine']
      .map((part) => decodePart(part ?? ''))
      .join(' on '),
  } as const
}
