import { afterEach, expect, it } from 'vitest'
import { getExam, updateExam } from '#contract/exams.ts'
import type { Guest, House } from '../house.ts'
import { writeExam } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
let admin: Guest
afterEach(() => house.close())

async function aTest() {
  house = await openHouse()
  admin = await house.admin()
  const { _id: id } = await writeExam(admin)
  const read = async () => (await admin.ask(getExam, { params: { id } })).json
  const save = (body: object) => admin.ask(updateExam, { params: { id }, body })
  return { read, save }
}

it('refuses a change that was begun from another version, and changes nothing', async () => {
  const { read, save } = await aTest()
  const basedOn = (await read()).version
  const first = await save({ title: 'Mine', basedOn })
  expect(first.json.test.version).not.toBe(basedOn)
  expect(await save({ title: 'Theirs', basedOn })).toMatchObject({
    status: 409,
    json: { code: 'test-changed' },
  })
  expect(await read()).toMatchObject({ title: 'Mine', version: first.json.test.version })
  const again = { title: 'Theirs', basedOn: first.json.test.version }
  expect((await save(again)).status).toBe(200)
})

it.each([
  { integrityMode: 'observe' },
  { attemptsAllowed: 3 },
  { shuffleOptions: true },
  { duration: 31 },
])('%o makes another version', async (change) => {
  const { read, save } = await aTest()
  const { version } = await read()
  await save(change)
  expect((await read()).version).not.toBe(version)
})

it('a release, or saving the same again, leaves the version as it is', async () => {
  const { read, save } = await aTest()
  const { version, title } = await read()
  await save({ released: true })
  await save({ title })
  expect((await read()).version).toBe(version)
})

it('takes a whole test as it was read, and never reads its version', async () => {
  const { read, save } = await aTest()
  const whole = await read()
  await save({ ...whole, title: 'One' })
  expect((await save({ ...whole, title: 'Two' })).status).toBe(200)
})
