import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Tally } from './attack.ts'
import type { AttackerOptions } from './attacker.ts'

export type AttackerProcess = {
  begin(): void
  /** Ends the attack and answers what the attacker got. */
  end(): Promise<Tally>
  kill(): void
}

/** Ready to begin: everything it sends is made. */
export async function startAttacker(options: AttackerOptions): Promise<AttackerProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [JSON.stringify(options)], {
    execArgv: [],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The attacker ended by itself (${options.attack})`)
  })
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return {
    begin: () => child.send('begin'),
    async end() {
      const reply = once(child, 'message')
      child.send('end')
      const [tally] = await Promise.race([reply, ended])
      return tally as Tally
    },
    kill: () => child.kill('SIGKILL'),
  }
}
