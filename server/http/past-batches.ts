import type { FastifyInstance } from 'fastify'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { type NextBatch, pastBatchesPath } from '#contract/next-batches.ts'
import { isComing } from '#core/institute/own-content.ts'
import type { Deps } from '../deps.ts'

/** Hides what has begun from pages that were built before, by the institute's day, with no script. */
export function addPastBatches(
  app: FastifyInstance,
  { now }: Pick<Deps, 'now'>,
  batches: readonly NextBatch[] = [],
) {
  app.get(pastBatchesPath, { schema: { hide: true } }, (_request, reply) => {
    const today = formatInstituteDay(now())
    const days = batches.filter((batch) => !isComing(batch, today)).map(({ starts }) => starts)
    const rules = [...new Set(days)].map(
      (day) => `[data-starts="${day}"]{display:none!important}\n`,
    )
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(rules.join(''))
  })
}
