import type { Exam } from '#contract/exams.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import css from './released-tick.module.css'
import { useReleaseTest } from './use-tests.ts'

export function ReleasedTick({ test }: { test: Exam }) {
  const release = useReleaseTest()
  const word = test.released ? 'Released' : 'Not released'
  return (
    <span className={css.released} data-on={test.released || undefined}>
      <Checkbox
        checked={test.released}
        aria-label={`${word}: ${test.title}`}
        onChange={({ target }) => release.mutate({ id: test._id, released: target.checked })}
      >
        {word}
      </Checkbox>
    </span>
  )
}
