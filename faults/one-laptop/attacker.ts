import { createSeededRandom } from '#core/random.ts'
import type { Tally } from './attack.ts'
import { attacks } from './attacks.ts'

export type AttackerOptions = {
  readonly attack: string
  readonly port: number
  readonly localAddress: string
  readonly emails: readonly string[]
  readonly seed: number
}

/** A separate process, so that the attacker does not slow down the class. */
const options = JSON.parse(process.argv[2] ?? '') as AttackerOptions
const run = await attacks[options.attack]?.prepare({
  ...options,
  random: createSeededRandom(options.seed),
})
if (!run) throw new Error(`There is no attack called ${options.attack}`)

const tally: Tally = {}
const controller = new AbortController()
process.on('message', async (message) => {
  if (message === 'end') return controller.abort()
  await run(tally, controller.signal)
  process.send?.(tally, () => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
