import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { findFreePort, type Server } from '#test/server-process.ts'
import { startClass } from './class-process.ts'
import { createCluster } from './debian-cluster.ts'
import {
  type CaseReport,
  Cleanup,
  describeClass,
  describeTimes,
  type FaultCase,
} from './fault-case.ts'
import { createInstitute, startProcess } from './institute.ts'
import { finishAll, runSql } from './ledger.ts'
import { type Nginx, startNginx } from './nginx.ts'

const names = ['one', 'two'] as const
const everyMs = 20_000

/**
 * Two processes behind nginx are restarted one after the other every 20 s, while a class answers and
 * others register, all over TLS.
 */
export const rollingRestart: FaultCase = async ({ isLong, seed, isStopped, print }) => {
  const rounds = isLong ? 15 : 2
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.createFolder()
    const cluster = await createCluster()
    cleanup.add(cluster.remove)
    const databaseUrl = cluster.url
    const seats = (await createInstitute({ databaseUrl, folder, students: 60 })).map((seat) => ({
      ...seat,
      cookie: `__Host-${seat.cookie}`,
    }))
    const ports = [await findFreePort(), await findFreePort()] as const
    const nginx = await startNginx(folder, [...ports])
    cleanup.add(nginx.stop)
    const env = { PUBLIC_URL: nginx.url, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' }
    const start = (place: number) =>
      startProcess({
        databaseUrl,
        folder,
        env,
        name: names[place] ?? '',
        ...(ports[place] && { port: ports[place] }),
      })
    const servers: Server[] = await Promise.all(names.map((_, place) => start(place)))
    cleanup.add(() => Promise.all(servers.map((server) => server.kill())))
    const broken = await checkTls(nginx)
    const students = await startClass({
      urls: [nginx.url],
      seats,
      seed,
      maxThinkMs: 1_000,
      certificate: nginx.certificate,
      registerEveryMs: 4_000,
      picture: await createPicture(),
    })
    cleanup.add(students.kill)
    students.begin()
    const stopMs: number[] = []
    const awayMs: number[] = []
    let done = 0
    for (; done < rounds && !isStopped(); done++) {
      const nextAt = performance.now() + everyMs
      await sleep(2_000)
      for (const place of [0, 1]) {
        const { child } = servers[place] as Server
        const stoppedAt = performance.now()
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
        if (child.exitCode !== 0) broken.push(`round ${done + 1}: ended with ${child.exitCode}`)
        stopMs.push(performance.now() - stoppedAt)
        servers[place] = await start(place)
        awayMs.push(performance.now() - stoppedAt)
      }
      print(`${done + 1} of ${rounds} rolling restarts, ${broken.length} broken`)
      await sleep(Math.max(0, nextAt - performance.now()))
    }
    const report = await students.end()
    broken.push(...report.failures)
    const url = servers[0]?.url ?? ''
    broken.push(...(await finishAll(databaseUrl, { url, seats, ledger: report.ledger })))
    broken.push(...(await checkRegistrations(databaseUrl, report.registered)))
    const emails = await checkEmails(databaseUrl, folder)
    broken.push(...emails.broken)
    return {
      title: 'Rolling restart behind nginx, under load',
      summary: `Two processes behind Debian's nginx with deploy/nginx.conf (only ports and certificate replaced) are restarted by SIGTERM, one after the other, every ${everyMs / 1000} s, while ${seats.length} students answer and somebody registers with two pictures every 4 s, all over TLS. Nothing may fail after the client's retries.`,
      planned: rounds,
      done,
      broken,
      figures: [
        `${done} rolling restarts, ${stopMs.length} processes restarted`,
        ...describeClass(report),
        `${report.registered.length} registrations with two pictures, each there once; ${emails.count} emails, each written once`,
        describeTimes('from SIGTERM to the end of a process', stopMs),
        describeTimes('from SIGTERM until it serves again', awayMs),
      ],
    } satisfies CaseReport
  } finally {
    await cleanup.run()
  }
}

async function checkTls({ url, plainUrl, certificate }: Nginx): Promise<string[]> {
  const ca = readFileSync(certificate)
  const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    const call = request(`${url}/api/auth/session`, { ca }, (reply) => {
      reply.resume()
      resolve(reply.headers)
    })
    call.on('error', reject)
    call.end()
  })
  const sentOn = await fetch(`${plainUrl}/student/login`, { redirect: 'manual' })
  const location = sentOn.headers.get('location')
  return [
    ...(headers['strict-transport-security'] ? [] : ['no HSTS over TLS']),
    ...(sentOn.status === 301 && location === 'https://academy.example/student/login'
      ? []
      : [`without TLS: ${sentOn.status} ${location}`]),
  ]
}

/** A photo of 1 MB or so. */
async function createPicture(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 1600, height: 1200, channels: 3, background: 'teal' } as const
  const image = sharp({ create: { ...size, noise } })
  return (await image.jpeg({ quality: 80 }).toBuffer()).toString('base64')
}

async function checkRegistrations(databaseUrl: string, registered: readonly string[]) {
  const rows = await runSql<{ email: string; pictures: number }>(
    databaseUrl,
    `SELECT email, (front_image_id IS NOT NULL)::int + (back_image_id IS NOT NULL)::int AS pictures
     FROM students WHERE email LIKE 'applicant%'`,
  )
  const found = new Map(rows.map(({ email, pictures }) => [email, pictures]))
  return [
    ...registered.filter((email) => found.get(email) !== 2).map((email) => `${email} is not whole`),
    ...(rows.length === found.size ? [] : ['somebody is registered twice']),
  ]
}

/** Without a mail server each email is a file, of the process that claimed its row. */
async function checkEmails(databaseUrl: string, folder: string) {
  const folders = names.map((name) => join(folder, name, 'outbox')).filter(existsSync)
  const files = folders.flatMap((outbox) => readdirSync(outbox))
  const rows = await runSql<{ id: string }>(
    databaseUrl,
    `SELECT id FROM mails WHERE state = 'sent'`,
  )
  const times = rows.map(({ id }) => files.filter((file) => file.includes(`_${id}.`)).length)
  const broken = times.filter((count) => count !== 1).map((count) => `an email in ${count} files`)
  return { count: rows.length, broken }
}
