import { Link } from 'react-router'
import { describeNextAttempt, describeWhenToAsk } from '#contract/next-attempt.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { NextAttempt as WireNextAttempt } from '#contract/results.ts'
import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import { site } from '#site'
import { toTelHref } from '../../layout/phone-banner.tsx'
import { jumpToPlace } from '../../ui/jump-to.ts'
import css from './what-now.module.css'

type WhatNowProps = {
  /** Undefined where no attempt is left. */
  readonly nextAttempt: WireNextAttempt | undefined
  /** The id of the answers in the page. */
  readonly answersId: string
}

/** After a result: the answers, the attempts that are left, and whom to ask. */
export function WhatNow({ nextAttempt, answersId }: WhatNowProps) {
  const next = nextAttempt ? toNextAttempt(nextAttempt) : null
  return (
    <div className={css.now}>
      <h3>What now</h3>
      <ul>
        <li>
          <a href={`#${answersId}`} onClick={jumpToPlace}>
            See your answers
          </a>{' '}
          and the correct ones.
        </li>
        <li>
          {describeNextAttempt(next)}
          {next && next.state !== 'closed' && (
            <>
              {' '}
              <Link to={pagePaths.studentPanel}>Go to your panel</Link>
            </>
          )}
        </li>
        <li>
          {describeWhenToAsk(next)} <a href={toTelHref(site.phone)}>{site.phone}</a> or write to{' '}
          <a href={`mailto:${site.email}`}>{site.email}</a>.
        </li>
      </ul>
    </div>
  )
}

function toNextAttempt({ state, left, opensAt, startUntil }: WireNextAttempt): NextAttempt {
  if (state === 'coming' && opensAt) return { state, left, opensAt: Date.parse(opensAt) }
  if (state !== 'open') return { state: 'closed', left }
  return { state, left, startUntil: startUntil ? Date.parse(startUntil) : null }
}
