import type { RunningTest } from '#contract/students.ts'
import { RefusalError } from '../../client/request.ts'
import { formatTime } from '../../ui/format-time.ts'

const maxNamed = 5

/** The error as it is, or with who is taking which test if that is why nobody was deleted. */
export function describeRunningTests(error: unknown): unknown {
  if (!(error instanceof RefusalError) || error.code !== 'attempt-running') return error
  const { running } = error.details as { readonly running: readonly RunningTest[] }
  const sentences = running.slice(0, maxNamed).map(({ name, test, endsAt }) => {
    return `${name} is taking ${test} until ${formatTime(Date.parse(endsAt))}.`
  })
  const others = running.length - sentences.length
  if (others > 0) sentences.push(`${others} more are taking a test.`)
  return new Error(`${sentences.join(' ')} Nobody was deleted.`)
}
