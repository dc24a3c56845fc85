import { expect, it } from 'vitest'
import { Busy } from './busy.ts'
import type { HashTurn } from './deps.ts'
import { openHashQueue } from './hash-queue.ts'

/** One job at a time; each says its name when it runs, and ends at once. */
function openHeld(mostWaiting = 200) {
  const ran: string[] = []
  const inTurn = openHashQueue({ atOnce: 1, mostWaiting, jobSeconds: 0.05 })
  let letGo = () => {}
  const held = inTurn({ lane: 'other' }, () => new Promise<void>((go) => (letGo = go)))
  const ask = (name: string, turn: HashTurn) =>
    inTurn(turn, async () => {
      ran.push(name)
    })
  return {
    ran,
    ask,
    letGo: async () => {
      letGo()
      await held
    },
  }
}

const several = (count: number, make: (n: number) => Promise<void>) =>
  Array.from({ length: count }, (_, n) => make(n))

it('takes logins before other hashes, first those whose attempt runs, last who may be guessing', async () => {
  const { ran, ask, letGo } = openHeld()
  const all = [
    ask('suspect', { lane: 'suspect' }),
    ask('other', { lane: 'other' }),
    ask('login', { lane: 'login' }),
    ask('attempt', { lane: 'attempt' }),
  ]
  await letGo()
  await Promise.all(all)
  expect(ran).toEqual(['attempt', 'login', 'other', 'suspect'])
})

it('starves no lane: each fifth turn at the latest is another one’s', async () => {
  const { ran, ask, letGo } = openHeld()
  const all = [
    ...several(2, (n) => ask(`other ${n}`, { lane: 'other' })),
    ...several(20, (n) => ask(`login ${n}`, { lane: 'login' })),
  ]
  await letGo()
  await Promise.all(all)
  expect([ran.indexOf('other 0'), ran.indexOf('other 1')]).toEqual([4, 9])
})

it('lets networks take turns, so that a flood from one holds up nobody else', async () => {
  const { ran, ask, letGo } = openHeld()
  const flood = several(100, (n) => ask(`flood ${n}`, { lane: 'login', network: '192.0.2.1' }))
  const lab = several(3, (n) => ask(`lab ${n}`, { lane: 'login', network: '192.0.2.2' }))
  await letGo()
  await Promise.all([...flood, ...lab])
  expect(ran.slice(0, 6)).toEqual(['flood 0', 'lab 0', 'flood 1', 'lab 1', 'flood 2', 'lab 2'])
})

it('refuses a network that fills the queue, and no other', async () => {
  const { ask, letGo } = openHeld(10)
  const turn = { lane: 'login', network: '192.0.2.1' } as const
  const flood = await Promise.allSettled([
    ...several(12, (n) => ask(`flood ${n}`, turn)).slice(10),
    letGo(),
  ])
  const refused = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(2)
  expect(refused[0]).toBeInstanceOf(Busy)
  await ask('lab', { lane: 'login', network: '192.0.2.2' })
})

it('goes on after a job that fails', async () => {
  const inTurn = openHashQueue({ atOnce: 1, mostWaiting: 5, jobSeconds: 0.05 })
  const all = await Promise.allSettled([
    inTurn({ lane: 'login' }, () => Promise.reject(new Error('no'))),
    inTurn({ lane: 'login' }, async () => 'yes'),
  ])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
