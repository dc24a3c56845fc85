import { createRandom } from '../random.ts'
import type { Tally } from './attack.ts'
import { attacks } from './attacks.ts'

export type AttackOrder = {
  readonly attack: string
  readonly port: number
  readonly localAddress: string
  readonly emails: readonly string[]
  readonly seed: number
}

/** A process of its own, so that what the attacker spends is not the class's time. */
const order = JSON.parse(process.argv[2] ?? '') as AttackOrder
const run = await attacks[order.attack]?.prepare({ ...order, random: createRandom(order.seed) })
if (!run) throw new Error(`There is no attack called ${order.attack}`)

const tally: Tally = {}
const end = new AbortController()
process.on('message', async (message) => {
  if (message === 'end') return end.abort()
  await run(tally, end.signal)
  process.send?.(tally, () => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
