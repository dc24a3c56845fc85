import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createMachineSlots } from './machine-slots.ts'

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})

const makeName = () => `slots-of-a-spec-${crypto.randomUUID()}`
const isLinux = platform() === 'linux'

/** Whether somebody has the name of a slot. */
function isHeld(slot: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(true))
    server.listen(`\0${slot}`, () => server.close(() => resolve(false)))
  })
}

/** Another process that takes a slot when it is asked to, and keeps it. */
async function startOther(name: string) {
  const source = `
    const { createMachineSlots } = await import(${JSON.stringify(join(import.meta.dirname, 'machine-slots.ts'))})
    const slots = createMachineSlots({ name: ${JSON.stringify(name)}, count: 1, maxWaitMs: 60_000 })
    let release
    process.on('message', async (message) => {
      if (message === 'take') { release = await slots.take(); process.send('taken') }
      else release()
    })
    process.send('ready')`
  const child = fork('-', { execArgv: ['--input-type=module', '--eval', source] })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    take: async () => {
      child.send('take')
      await once(child, 'message')
    },
    release: () => child.send('release'),
  }
}

it('gives no more slots than there are', async () => {
  const slots = createMachineSlots({ name: makeName(), count: 2 })
  const releases = [await slots.take(), await slots.take()]
  let isTaken = false
  const third = slots.take().then((release) => {
    isTaken = true
    return release
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isTaken).toBe(false)
  releases[0]?.()
  ;(await third)()
  releases[1]?.()
})

it.runIf(isLinux)('processes share slots, and a killed one frees its own', async () => {
  const name = makeName()
  const slots = createMachineSlots({ name, count: 1, maxWaitMs: 60_000 })
  const other = await startOther(name)
  await other.take()
  let isTaken = false
  const first = slots.take().then((release) => {
    isTaken = true
    return release
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isTaken).toBe(false)
  other.release()
  const release = await first
  const again = other.take()
  release()
  await again
  const second = slots.take()
  other.child.kill('SIGKILL')
  ;(await second)()
})

it.runIf(isLinux)('a slot goes to another process that waits, not back to its holder', async () => {
  const name = makeName()
  const slots = createMachineSlots({ name, count: 1, maxWaitMs: 60_000 })
  const order: string[] = []
  const other = await startOther(name)
  const release = await slots.take()
  const theirs = other.take().then(() => order.push('other'))
  await vi.waitFor(async () => expect(await isHeld(`${name}-next`)).toBe(true), {
    timeout: 30_000,
  })
  const own = slots.take().then((releaseAgain) => {
    order.push('own')
    return releaseAgain
  })
  release()
  await theirs
  other.release()
  ;(await own)()
  expect(order).toEqual(['other', 'own'])
})

it('runs without a slot while a stopped process holds it', async () => {
  const slots = createMachineSlots({ name: makeName(), count: 1, maxWaitMs: 10 })
  await slots.take()
  ;(await slots.take())()
})
