import { pino } from 'pino'
import { expect, it } from 'vitest'
import { leaveOutFullDisk } from './disk-full.ts'

it('the log leaves out the message of each call about a full disk, and nothing else', () => {
  const lines: string[] = []
  const log = pino(
    {
      hooks: {
        logMethod(args, method) {
          leaveOutFullDisk(args, method.bind(this))
        },
      },
    },
    { write: (line) => lines.push(JSON.parse(line).msg) },
  )
  const fail = (code: string) => Object.assign(new Error('failed'), { code })
  log.warn({ err: fail('SQLITE_FULL') }, 'a note was not kept')
  log.child({ a: 1 }).error({ err: fail('53100') }, 'a sweep failed')
  log.error({ err: fail('ENOSPC') }, 'the access log cannot be written')
  log.error({ err: fail('40P01') }, 'fault')
  log.warn('plain')
  log.warn({ reason: 'no room' }, 'the disk is full')
  expect(lines).toEqual(['the access log cannot be written', 'fault', 'plain', 'the disk is full'])
})
