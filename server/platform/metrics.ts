import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A number that is looked up whenever the metrics are read. */
export type GaugeSource = {
  readonly name: string
  readonly help: string
  readonly read: () => number | Promise<number>
}

type MetricsOptions = { readonly port: number; readonly gauges: readonly GaugeSource[] }

/**
 * /metrics on a port of its own, on loopback only: behind a proxy on the same machine every
 * visitor of the product itself comes from loopback too.
 */
export function serveMetrics(app: FastifyInstance, { port, gauges }: MetricsOptions): Server {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const gauge of gauges) registerGauge(register, gauge)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long calls took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    const labels = { method: request.method, route, status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': register.contentType })
    response.end(await register.metrics())
  }).listen(port, '127.0.0.1')
}

/** One that cannot be read is NaN; the others are read all the same. */
function registerGauge(register: Registry, { name, help, read }: GaugeSource) {
  new Gauge({
    name,
    help,
    registers: [register],
    async collect() {
      this.set(
        await Promise.resolve()
          .then(read)
          .catch(() => Number.NaN),
      )
    },
  })
}
