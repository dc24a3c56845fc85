import type { FastifyInstance } from 'fastify'
import { site } from '#site'
import type { Deps } from '../deps.ts'

const day = 24 * 60 * 60 * 1000
/** RFC 9116 wants less than a year; it is made anew each time it is read. */
const validDays = 90

/** For those who have found a weakness: whom to tell. */
export function addSecurityTxt(
  app: FastifyInstance,
  { now }: Pick<Deps, 'now'>,
  publicUrl: string | undefined,
) {
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true } }, (_request, reply) => {
    const lines = [
      `Contact: mailto:${site.email}`,
      `Expires: ${new Date(now() + validDays * day).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${new URL(path, publicUrl)}`] : []),
    ]
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
