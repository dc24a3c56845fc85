import type { KeyReveal } from '#contract/key-guard.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Notice } from '../../ui/notice.tsx'
import { describeReveal } from './describe-reveal.ts'

/** Says who could still sit the test; shows nothing where nobody could. */
export function RevealNotice({ reveal }: { reveal: KeyReveal | undefined }) {
  if (!reveal?.wouldReveal) return null
  return <Notice tone="warn">{describeReveal(reveal, getServerTime())}</Notice>
}

type AnswersSeenNoticeProps = {
  /** A name, or how many students. */
  readonly by: string
}

/** Before they sit a test again whose result is released. */
export function AnswersSeenNotice({ by }: AnswersSeenNoticeProps) {
  return (
    <Notice tone="warn">
      The result of this test is released: {by} may have seen the correct answers.
    </Notice>
  )
}
