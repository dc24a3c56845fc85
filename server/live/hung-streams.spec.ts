import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { openContactLog } from '../presence/contact-log.ts'
import { createLiveTables } from './live-tables.ts'
import { createPageContacts } from './page-contacts.ts'

const second = 1_000

let app: TestApp
let testId: string
beforeEach(async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'observe' }))._id
  await startAttempt(await createStudent(app, 'Asha'), testId)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** The reply to a client that reads nothing: it never closes by itself. */
function createHungReply(errors: Error[]) {
  const reply = new ServerResponse(new IncomingMessage(new Socket()))
  reply.on('error', (error) => errors.push(error))
  return reply
}

async function open() {
  const contacts = await openContactLog(app.deps)
  const tables = createLiveTables(app.deps, createPageContacts(app.deps, contacts))
  const errors: Error[] = []
  const holder = { sessionId: 'one', accountId: 'asha' }
  let isAllowed = true
  const stream = (reply: ServerResponse) =>
    tables.stream(
      [testId],
      undefined,
      { ...holder, reply, isAllowed: async () => isAllowed },
      () => {},
    )
  const close = async () => {
    tables.close()
    await contacts.close()
  }
  const logOut = () => {
    isAllowed = false
  }
  return { tables, errors, stream, close, logOut }
}

it('nothing is written to a stream that was displaced or logged out and stays open', async () => {
  const { tables, errors, stream, close, logOut } = await open()
  const replies = Array.from({ length: 5 }, () => createHungReply(errors))
  for (const reply of replies) await stream(reply)
  expect(replies.map((reply) => reply.writableEnded)).toEqual([true, false, false, false, false])
  expect(tables.countStreams()).toBe(4)
  logOut()
  await vi.waitFor(() => {
    vi.advanceTimersByTime(second)
    expect(tables.countStreams()).toBe(0)
  }, 20_000)
  app.advanceClock(20 * second)
  vi.advanceTimersByTime(20 * second)
  await vi.waitFor(() => expect(replies.every((reply) => reply.destroyed)).toBe(true), 20_000)
  expect(errors).toEqual([])
  await close()
})

it('a client that went away before its stream began keeps no place', async () => {
  const { tables, errors, stream, close } = await open()
  const reply = createHungReply(errors)
  reply.destroy()
  await stream(reply)
  expect(tables.countStreams()).toBe(0)
  await close()
})
