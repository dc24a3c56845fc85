import { createCluster } from './debian-cluster.ts'
import { Cleanup, type FaultCase } from './fault-case.ts'
import { answerAnew, createInstitute, startProcess } from './institute.ts'

/** A process starts, and saves, whichever of the two servers its address names first. */
export const swappedHosts: FaultCase = async ({ print }) => {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    const primary = await createCluster()
    cleanup.add(primary.remove)
    const [seat] = await createInstitute({ databaseUrl: primary.url, folder, students: 1 })
    if (!seat) throw new Error('Nobody sits the exam')
    const standby = await primary.addSynchronousStandby()
    cleanup.add(standby.remove)
    const orders = [
      { name: 'primary-first', hosts: [primary.host, standby.host] },
      { name: 'standby-first', hosts: [standby.host, primary.host] },
    ]
    const broken: string[] = []
    for (const { name, hosts } of orders) {
      const databaseUrl = `postgres://postgres@${hosts.join(',')}/postgres`
      const server = await startProcess({ databaseUrl, folder, name }).catch(() => null)
      if (!server) {
        broken.push(`${name}: it does not start`)
        continue
      }
      cleanup.add(server.kill)
      const { path, body, headers } = answerAnew(seat)
      const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
      if (reply.status !== 200) broken.push(`${name}: an answer got ${reply.status}`)
      print(`${name}: ${reply.status}`)
    }
    return {
      title: 'Two servers, the standby named first',
      summary:
        'A process is started with the primary named first in `DATABASE_URL`, and one with the standby named first. Each must start and save an answer.',
      planned: orders.length,
      done: orders.length,
      broken,
      figures: [`${orders.length - broken.length} of ${orders.length} starts saved an answer`],
    }
  } finally {
    await cleanup.run()
  }
}
