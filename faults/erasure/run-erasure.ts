import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createQuestions } from '#test/factories.ts'
import { type Browser, pause } from '../browser.ts'
import type { Random } from '../random.ts'
import { type Canaries, findTraces, tracesIn } from './canaries.ts'
import { expectStatus, type Institute, openInstitute, waitFor } from './institute.ts'
import { createPerson, fillForm, liveThere, type Person } from './person.ts'

const root = join(import.meta.dirname, '../..')

export type ErasureReport = {
  /** In how many places the words stood before they were erased: the search is no search if in none. */
  readonly before: number
  readonly kills: number
  /** What is left afterwards, in the folder, in what was printed, and in a new backup. */
  readonly traces: readonly string[]
}

type ErasureOptions = {
  /** So many people come and are erased, one after another. */
  readonly people: number
  readonly random: Random
}

/**
 * People register, sit, write and are erased, others are refused or cut off in the middle, and the
 * server is killed in the midst of it; nothing of any of them may be left in a file.
 */
export async function runErasure({ people, random }: ErasureOptions): Promise<ErasureReport> {
  const institute = await openInstitute()
  const erased: Canaries[] = []
  let [before, kills] = [0, 0]
  const killAndStart = async () => {
    kills += 1
    await institute.kill()
    await institute.start()
  }
  try {
    await institute.start()
    const testId = await writeTest(await institute.logInAsOwner())
    for (let turn = 0; turn < people; turn++) {
      const person = createPerson()
      await liveThere(institute, person, testId)
      const owner = await institute.logInAsOwner()
      const id = await noteAbout(owner, person)
      before += findTraces(institute.dataDir, person.canaries).length
      erased.push(person.canaries, await beRefused(institute), await beCutOff(institute))
      await pause(random() * 100)
      await killAndStart()

      await eraseAll(institute, { id, name: person.name, killAfterMs: random() * 60, killAndStart })
    }
    const traces = await settledTraces(institute, erased)
    return { before, kills, traces }
  } finally {
    await institute.kill()
    institute.remove()
  }
}

async function writeTest(owner: Browser): Promise<string> {
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

/** What an admin does with a student: finds them, writes something down, looks at a picture. */
async function noteAbout(owner: Browser, { email, canaries }: Person): Promise<string> {
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

/** Registers with a second picture that is none: nothing may be kept, not even the first. */
async function beRefused(institute: Institute): Promise<Canaries> {
  const person = createPerson()
  const form = await fillForm(person, Buffer.from(`no picture ${person.canaries.exif}`))
  const answer = await institute.visitor().call('POST', '/api/students/register', form)
  expectStatus(answer, 400, 'a second picture that is none')
  return person.canaries
}

/** Sends most of a large form and is still sending when the server is killed. */
async function beCutOff(institute: Institute): Promise<Canaries> {
  const person = createPerson()
  const filler = Buffer.alloc(2_000_000, person.canaries.exif)
  const { type, body } = await fillForm(person, filler)
  const head = [
    'POST /api/students/register HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ]
  const socket = connect({ host: '127.0.0.1', port: institute.port() })
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve) => {
    socket.write(body.subarray(0, body.length - 1_000), () => resolve())
  })
  return person.canaries
}

type EraseOptions = {
  readonly id: string
  readonly name: string
  readonly killAfterMs: number
  killAndStart(): Promise<void>
}

/** The server is killed while it erases; whoever got no answer asks again, as a person would. */
async function eraseAll(
  institute: Institute,
  { id, name, killAfterMs, killAndStart }: EraseOptions,
) {
  const owner = await institute.logInAsOwner()
  const remove = await owner.call('POST', '/api/students/deleteMany', { ids: [id] })
  expectStatus(remove, 200, 'delete')
  const asked = owner.call('POST', `/api/students/${id}/erase`, { name }).catch(() => null)
  await pause(killAfterMs)
  await killAndStart()
  await Promise.race([asked, pause(0)])

  const again = await institute.logInAsOwner()
  const { status, text } = await again.call('POST', `/api/students/${id}/erase`, { name })
  if (status !== 200 && status !== 404) throw new Error(`erase: ${status} ${text}`)
  const listed = await again.call('GET', '/api/enquiries')
  const ids = (JSON.parse(listed.text) as { _id: string }[]).map(({ _id }) => _id)
  const enquiries = await again.call('POST', '/api/enquiries/eraseMany', { ids })
  expectStatus(enquiries, 200, 'erase the enquiries')
}

/** Read while the server runs, after it was killed, and in a backup that is made then. */
async function settledTraces(institute: Institute, erased: readonly Canaries[]) {
  const all = Object.assign({}, ...erased.map(nameApart)) as Canaries
  const left = () => [...findTraces(institute.folder, all), ...picturesIn(institute)]
  // A letter that was under way a moment ago, and what a killed process left to the next one.
  await waitFor(() => (left().length === 0 ? true : null))
  const running = left().map((trace) => `while it runs: ${trace}`)
  await institute.kill()
  const killed = left().map((trace) => `after kill -9: ${trace}`)
  const printed = tracesIn(institute.printed(), all).map((trace) => `printed: ${trace}`)
  const backup = join(institute.folder, 'backups')
  execFileSync(process.execPath, [join(root, 'tools/backup.ts'), backup], {
    env: { ...process.env, DATA_DIR: institute.dataDir },
    stdio: 'pipe',
  })
  const copied = findTraces(backup, all).map((trace) => `in the backup: ${trace}`)
  return [...running, ...killed, ...printed, ...copied]
}

function nameApart(canaries: Canaries, turn: number): Canaries {
  return Object.fromEntries(
    Object.entries(canaries).map(([field, word]) => [`${field} of person ${turn}`, word]),
  )
}

/** Identity pictures are sealed and show no word: nobody is left, so no file may be. */
function picturesIn({ dataDir }: Institute): string[] {
  const folder = join(dataDir, 'images')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `images/${name}`)
}
