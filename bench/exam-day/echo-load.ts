import { createSeededRandom } from '#core/random.ts'
import { createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { computeQuantiles, roundFigure } from '#simulated-class/quantile.ts'
import { waitUntilDue } from '#simulated-class/wait-until-due.ts'
import { launchServer } from '../child-server.ts'
import type { ExamDayFigures, ExamDayPlan } from './figures.ts'
import { readRssMb } from './process-usage.ts'

const seconds = { min: 5, max: 15 }

/** The least that an HTTP server on Node can do, at the same rate and from the same client. */
export async function measureEcho(plan: ExamDayPlan): Promise<ExamDayFigures['echo']> {
  const server = await launchServer('echo.ts')
  const connections = createConnections(server.url)
  const random = createSeededRandom(plan.seed)
  const durationMs = Math.min(seconds.max, Math.max(seconds.min, plan.durationMinutes * 6)) * 1000
  const count = Math.ceil((plan.answersPerSecond * durationMs) / 1000)
  try {
    const cpuBefore = await server.cpuSeconds()
    const startedAt = performance.now()
    const times = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const from = await waitUntilDue(startedAt + random() * durationMs)
        const connection = connections.open({ localAddress: toLocalAddress(index % plan.students) })
        await connection.send('POST', '/', { body: { questionId: 'q', selectedAnswer: index } })
        return performance.now() - from
      }),
    )
    const cpuSeconds = (await server.cpuSeconds()) - cpuBefore
    return {
      ...computeQuantiles(times),
      cpuMsPerCall: roundFigure((cpuSeconds * 1000) / count),
      rssMb: readRssMb(server.pid),
    }
  } finally {
    connections.close()
    await server.stop()
  }
}
