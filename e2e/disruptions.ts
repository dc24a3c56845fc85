import { createSeededRandom } from '#core/random.ts'
import type { TestStudent } from '#test/factories.ts'
import type { Outcome } from '#test/flaky-proxy.ts'
import type { UnreliableClient } from './unreliable-client.ts'

const outcomes: readonly Outcome[] = ['pass', 'pass', 'drop', 'lose', 'repeat', 'delay', 'late']

export type Disruption =
  | 'none'
  | 'cut'
  | 'told cut'
  | 'mended'
  | 'reload'
  | 'crash'
  | 'crash at once'

export type UnreliableAttemptInput = {
  readonly student: TestStudent
  readonly exam: { readonly _id: string; readonly title: string }
  readonly seed: number
}

/** Starts an attempt whose calls fail in all kinds of ways, as the seed has it. */
export async function startDisruptedAttempt(
  client: UnreliableClient,
  { student, exam, seed }: UnreliableAttemptInput,
) {
  const pickOutcome = createPicker(createSeededRandom(seed + 10_000))
  const counts = { crashes: 0, reloads: 0, cuts: 0, badCalls: 0 }
  await client.startExam(student, exam.title)
  client.proxy.getOutcome = ({ method }) => {
    const outcome = method === 'POST' ? pickOutcome(outcomes) : 'pass'
    if (outcome !== 'pass') counts.badCalls += 1
    return outcome
  }

  /** Opens the quiz again after a crash or a reload; by then it may be over. */
  async function disrupt(disruption: Disruption): Promise<'running' | 'over'> {
    if (disruption === 'cut' || disruption === 'told cut') {
      counts.cuts += 1
      await client.disconnect({ isAnnounced: disruption === 'told cut' })
    }
    if (disruption === 'mended') await client.reconnect()
    if (disruption === 'crash' || disruption === 'crash at once') {
      counts.crashes += 1
      await client.crash()
    }
    if (disruption === 'reload') counts.reloads += 1
    return opensAgain(disruption) ? client.openQuiz(exam._id, student) : 'running'
  }

  return { pick: createPicker(createSeededRandom(seed)), counts, disrupt }
}

export function opensAgain(disruption: Disruption): boolean {
  return disruption === 'reload' || disruption === 'crash' || disruption === 'crash at once'
}

export type Pick = ReturnType<typeof createPicker>

function createPicker(random: () => number) {
  return <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
}
