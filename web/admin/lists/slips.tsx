import type { Slip } from '#contract/login-details.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { formatDateTime } from '../../ui/format-time.ts'
import css from './slips.module.css'

export const slipsPerPage = 8

type SlipsProps = { readonly slips: readonly Slip[]; readonly expiresAt: string }

/** Eight to a page of paper, to cut apart; on paper as on the screen dark on white. */
export function Slips({ slips, expiresAt }: SlipsProps) {
  const login = `${window.location.host}${pagePaths.studentLogin}`
  const pages = Array.from({ length: Math.ceil(slips.length / slipsPerPage) }, (_, at) =>
    slips.slice(at * slipsPerPage, (at + 1) * slipsPerPage),
  )
  return pages.map((page, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
    <ul key={at} className={css.page} aria-label={`Page ${at + 1} of ${pages.length}`}>
      {page.map(({ name, rollNumber, email, password }) => (
        <li key={email} className={css.slip}>
          <small>{site.product}</small>
          <b dir="auto">{name}</b>
          <dl>
            <dt>Log in at</dt>
            <dd>{login}</dd>
            {rollNumber && (
              <>
                <dt>Roll number</dt>
                <dd>{rollNumber}</dd>
              </>
            )}
            <dt>Email</dt>
            <dd>{email}</dd>
            <dt>One-time password</dt>
            <dd className={css.password}>{password}</dd>
          </dl>
          <small>
            Works until {formatDateTime(expiresAt)}. Log in with it, then choose your own.
          </small>
        </li>
      ))}
    </ul>
  ))
}
