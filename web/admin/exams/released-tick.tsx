import type { Exam } from '#contract/exams.ts'
import { Tick } from '../../kit/tick.tsx'
import css from './released-tick.module.css'
import { useReleaseTest } from './use-tests.ts'

export function ReleasedTick({ test }: { test: Exam }) {
  const release = useReleaseTest()
  const word = test.released ? 'Released' : 'Not released'
  return (
    <span className={css.released} data-on={test.released || undefined}>
      <Tick
        checked={test.released}
        aria-label={`${word}: ${test.title}`}
        onChange={({ target }) => release.mutate({ id: test._id, released: target.checked })}
      >
        {word}
      </Tick>
    </span>
  )
}
