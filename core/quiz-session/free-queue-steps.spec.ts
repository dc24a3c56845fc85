import { describe, expect, it } from 'vitest'
import {
  answered,
  change,
  type Event,
  open,
  type Sent,
  type Session,
  step,
} from '#test/free-session-steps.ts'
import { hideNotes } from './free-session.ts'

type Place = Session['queue']['waiting'][0]['place']

describe('what waits in a free paper', () => {
  const queued = (...waiting: readonly (readonly [Sent, number, Place, string?])[]): Session => ({
    ...open,
    queue: {
      ...open.queue,
      isPausing: true,
      waiting: waiting.map(([answer, sequence, place, questionId = 'q1']) => ({
        ...change(answer, questionId, sequence),
        place,
      })),
    },
  })
  const look: Event = { type: 'browser', change: 'hidden' }
  const forget = (answer: Sent, sequence: number) => ({
    type: 'forget-answer',
    answer: change(answer, 'q1', sequence),
  })

  it.each<readonly [string, Session, readonly number[], readonly object[]]>([
    [
      'gives way to a newer one on the device',
      queued([1, 1, 'device'], [2, 2, 'device']),
      [2],
      [forget(1, 1)],
    ],
    [
      'on the device stays for one in memory',
      queued([1, 1, 'device'], [2, 2, 'memory']),
      [1, 2],
      [],
    ],
    ['in memory gives way to one in memory', queued([1, 1, 'memory'], [2, 2, 'memory']), [2], []],
    [
      'in memory gives way to one on the device',
      queued([1, 1, 'memory'], [2, 2, 'device']),
      [2],
      [],
    ],
    [
      'on the device gives way to one on it, past one in memory',
      queued([1, 1, 'device'], [2, 2, 'device'], [3, 3, 'memory']),
      [2, 3],
      [forget(1, 1)],
    ],
    [
      'gives way to one on the device, past one that goes, too',
      queued([1, 1, 'device'], [2, 2, 'memory'], [3, 3, 'device']),
      [3],
      [forget(1, 1)],
    ],
    ['of another question stays', queued([1, 1, 'device'], [2, 2, 'device', 'q2']), [1, 2], []],
    [
      'of another part stays',
      queued([1, 1, 'device'], [{ marked: true }, 2, 'device']),
      [1, 2],
      [],
    ],
    ['and is being written stays', queued([1, 1, 'writing'], [2, 2, 'device']), [1, 2], []],
    [
      'and is on its way stays',
      {
        ...queued([1, 1, 'device'], [2, 2, 'device']),
        queue: { ...queued([1, 1, 'device'], [2, 2, 'device']).queue, sending: 1 },
      },
      [1, 2],
      [],
    ],
  ])('%s', (_, session, left, effects) => {
    const [next, caused] = step(session, look)
    expect(next.queue.waiting.map(({ sequence }) => sequence)).toEqual(left)
    expect(caused).toEqual(effects)
  })

  it('counts as saved once it does not wait, and marks do not count', () => {
    const known = { ...answered, queue: { ...queued([{ marked: true }, 1, 'device']).queue } }
    expect(step(known, look)[0].queue).toMatchObject({ saved: ['q1'], lastSaved: 'q1' })
    const waits = { ...answered, queue: { ...queued([8, 6, 'device']).queue } }
    expect(step(waits, look)[0].queue).toMatchObject({ saved: [], lastSaved: null })
    expect(hideNotes(known).queue.waiting).toEqual([])
  })

  it('loses its notes at the end, and an answer that was cleared later', () => {
    const session = queued(
      [{ seen: true }, 1, 'device'],
      [2, 2, 'device'],
      [{ cleared: true }, 3, 'memory'],
      [4, 4, 'device'],
      [5, 5, 'device', 'q2'],
    )
    const sent = {
      type: 'send-end',
      turn: 1,
      kind: 'expired',
      observed: null,
      answers: [],
      timeoutMs: 1,
    } as const
    const [next, effects] = step(session, {
      type: 'end-taken',
      sent,
      finishReason: 'Ended by staff',
    })
    expect(next.queue.waiting.map(({ sequence }) => sequence)).toEqual([4, 5])
    expect(effects.slice(0, 2)).toEqual([forget({ seen: true }, 1), forget(2, 2)])
    expect(next.phase).toMatchObject({ at: 'ended', notTaken: ['q1', 'q2'] })
  })
})
