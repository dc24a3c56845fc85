import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RandomNumber } from '#core/random.ts'
import { instituteIdFile } from '#server/platform/institute-id.ts'
import { createQuestions } from '#test/factories.ts'
import type { Browser } from '../browser.ts'
import { type Canaries, findTraces, findTracesIn } from './canaries.ts'
import { createRegistrant, encodeRegistration, leaveTraces, type Registrant } from './registrant.ts'
import {
  createRestartableServer,
  expectStatus,
  type RestartableServer,
  waitFor,
} from './restartable-server.ts'
import { leaveWordsOfStaff } from './words-of-staff.ts'

const root = join(import.meta.dirname, '../..')

export type ErasureReport = {
  /**
   * In how many places the words were found before erasing: none would mean that the search does
   * not work.
   */
  readonly before: number
  readonly kills: number
  /** Traces left afterwards in the folder, the output and a new backup. */
  readonly traces: readonly string[]
}

type ErasureOptions = {
  /** The number of people who register and are erased, one after another. */
  readonly people: number
  readonly random: RandomNumber
}

/**
 * People register, take a test, write and are erased, others are refused or aborted halfway, and
 * the server is killed in between; no file may contain anything of any of them.
 */
export async function runErasure({ people, random }: ErasureOptions): Promise<ErasureReport> {
  const server = await createRestartableServer()
  const erased: Canaries[] = []
  let [before, kills] = [0, 0]
  const killAndStart = async () => {
    kills += 1
    await server.kill()
    await server.start()
  }
  try {
    await server.start()
    const testId = await createReleasedExam(await server.logInAsOwner())
    for (let turn = 0; turn < people; turn++) {
      const registrant = createRegistrant()
      const student = await leaveTraces(server, registrant, testId)
      const owner = await server.logInAsOwner()
      await leaveWordsOfStaff({ owner, student, testId }, registrant)
      const id = await annotateStudent(owner, registrant)
      before += findTraces(server.dataDir, registrant.canaries).length
      erased.push(
        registrant.canaries,
        await submitRefusedRegistration(server),
        await abortRegistration(server),
      )
      await pause(random() * 100)
      await killAndStart()

      await eraseAll(server, {
        id,
        name: registrant.name,
        killAfterMs: random() * 60,
        killAndStart,
      })
    }
    const traces = await findRemainingTraces(server, erased)
    return { before, kills, traces }
  } finally {
    await server.kill()
    server.remove()
  }
}

async function createReleasedExam(owner: Browser): Promise<string> {
  const body = {
    title: 'React JS',
    duration: 30,
    questions: createQuestions(3),
    attemptsAllowed: 0,
  }
  const created = expectStatus(await owner.call('POST', '/api/test/create', body), 201, 'test')
  const id = JSON.parse(created.text).test._id as string
  await owner.call('PUT', `/api/test/update/${id}`, { released: true })
  return id
}

/** Handles a student as an admin does: finds them, writes a remark, looks at a picture. */
async function annotateStudent(owner: Browser, { email, canaries }: Registrant): Promise<string> {
  const found = await owner.call('GET', `/api/students/getStudents?search=${canaries.name}`)
  const [student] = JSON.parse(found.text) as { _id: string; email: string }[]
  if (student?.email !== email) throw new Error(`The student was not found: ${found.text}`)
  const body = { remarks: `Asked for ${canaries.remarks}`, fees: 45_000 }
  const path = `/api/students/updateStudent/${student._id}`
  expectStatus(await owner.call('PUT', path, body), 200, 'note')
  const picture = `/api/students/getStudents/${student._id}/aadhar/front`
  expectStatus(await owner.call('GET', picture), 200, 'look at the picture')
  return student._id
}

/**
 * Registers with a second picture that is not an image: nothing may be kept, not even the first.
 */
async function submitRefusedRegistration(server: RestartableServer): Promise<Canaries> {
  const registrant = createRegistrant()
  const form = await encodeRegistration(
    registrant,
    Buffer.from(`no picture ${registrant.canaries.exif}`),
  )
  const answer = await server.openVisitor().call('POST', '/api/students/register', form)
  expectStatus(answer, 400, 'a second picture that is none')
  return registrant.canaries
}

/** Sends most of a large form, and is still sending when the server is killed. */
async function abortRegistration(server: RestartableServer): Promise<Canaries> {
  const registrant = createRegistrant()
  const filler = Buffer.alloc(2_000_000, registrant.canaries.exif)
  const { type, body } = await encodeRegistration(registrant, filler)
  const head = [
    'POST /api/students/register HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ]
  const socket = connect({ host: '127.0.0.1', port: server.port() })
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.write(body.subarray(0, body.length - 1_000), () => resolve())
  })
  return registrant.canaries
}

type EraseOptions = {
  readonly id: string
  readonly name: string
  readonly killAfterMs: number
  killAndStart(): Promise<void>
}

/**
 * The server is killed while it erases; an admin without a reply tries again, as a person would.
 */
async function eraseAll(
  server: RestartableServer,
  { id, name, killAfterMs, killAndStart }: EraseOptions,
) {
  const owner = await server.logInAsOwner()
  const deleteReply = await owner.call('POST', '/api/students/deleteMany', { ids: [id] })
  expectStatus(deleteReply, 200, 'delete')
  const pendingErase = owner.call('POST', `/api/students/${id}/erase`, { name }).catch(() => null)
  await pause(killAfterMs)
  await killAndStart()
  await Promise.race([pendingErase, pause(0)])

  const ownerAgain = await server.logInAsOwner()
  const { status, text } = await ownerAgain.call('POST', `/api/students/${id}/erase`, { name })
  if (status !== 200 && status !== 404) throw new Error(`erase: ${status} ${text}`)
  const listed = await ownerAgain.call('GET', '/api/enquiries')
  const ids = (JSON.parse(listed.text) as { _id: string }[]).map(({ _id }) => _id)
  const enquiries = await ownerAgain.call('POST', '/api/enquiries/eraseMany', { ids })
  expectStatus(enquiries, 200, 'erase the enquiries')
}

/** Searches while the server runs, after it was killed, and in a backup made then. */
async function findRemainingTraces(server: RestartableServer, erased: readonly Canaries[]) {
  const all = Object.assign({}, ...erased.map(prefixFields)) as Canaries
  const listLeft = () => [...findTraces(server.folder, all), ...listImages(server)]
  // Waits for emails in transit, and for work that a killed process left to the next one.
  await waitFor(() => (listLeft().length === 0 ? true : null))
  const running = listLeft().map((trace) => `while it runs: ${trace}`)
  await server.kill()
  const killed = listLeft().map((trace) => `after kill -9: ${trace}`)
  const printed = findTracesIn(server.output(), all).map((trace) => `printed: ${trace}`)
  const backup = join(server.folder, 'backups')
  execFileSync(process.execPath, [join(root, 'scripts/backup.ts'), backup], {
    env: { ...process.env, DATA_DIR: server.dataDir },
    stdio: 'pipe',
  })
  const copied = findTraces(backup, all).map((trace) => `in the backup: ${trace}`)
  return [...running, ...killed, ...printed, ...copied]
}

function prefixFields(canaries: Canaries, turn: number): Canaries {
  return Object.fromEntries(
    Object.entries(canaries).map(([field, word]) => [`${field} of person ${turn}`, word]),
  )
}

/**
 * Identity pictures are encrypted, so a search finds nothing in them: once everybody is erased, no
 * file may be left.
 */
function listImages({ dataDir }: RestartableServer): string[] {
  const folder = join(dataDir, 'images')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== instituteIdFile)
    .map(({ name }) => `images/${name}`)
}
