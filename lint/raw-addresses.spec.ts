import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listSourceFiles } from './source-files.ts'

/** The files that read a request's address as it came, and not as the router reads it. */
const readers = [
  // It passes the address on to another router.
  'server/http/api-docs.ts',
  // It decodes the address.
  'server/http/request-path.ts',
  // A server of its own, with one path; any other spelling of it is 404.
  'server/platform/metrics.ts',
]

/** Compared with a path, the raw address of a route tells nothing: /%61pi/ is /api/ to the router. */
const rawAddress =
  /\b(?:request|req|raw)\.(?:url|originalUrl)\b|\boriginalUrl\b|\{[^}]*\burl\b[^}]*\}: (?:Pick<)?FastifyRequest/

it('only these read the address of a request undecoded', () => {
  const files = listSourceFiles().filter(
    (path) => /^server\/.*\.ts$/.test(path) && !path.endsWith('.spec.ts'),
  )
  const found = files.filter((path) => rawAddress.test(readFileSync(path, 'utf8')))
  expect(found.toSorted()).toEqual(readers)
})
