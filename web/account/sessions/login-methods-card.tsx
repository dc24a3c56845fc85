import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { listSessions } from '#contract/sessions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-time.ts'
import css from './sessions.module.css'

type LoginMethodsProps = Pick<ReplyOf<typeof listSessions>, 'passwordChangedAt' | 'secondFactor'>

export function LoginMethodsCard({ passwordChangedAt, secondFactor }: LoginMethodsProps) {
  const facts = [
    ['Password', passwordChangedAt ? `Changed ${formatDate(passwordChangedAt)}` : 'Set earlier'],
    ...(secondFactor
      ? [
          ['Passkeys', String(secondFactor.passkeys)],
          ['App', secondFactor.totp ? 'On' : 'Off'],
          ['Recovery codes', `${secondFactor.recoveryCodesLeft} left`],
        ]
      : []),
  ]
  return (
    <section className={`${css.card} ${css.how}`}>
      <h2>How you log in</h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {secondFactor ? (
        <ButtonLink to={pagePaths.secondFactor} wide>
          Second factor
        </ButtonLink>
      ) : (
        <ButtonLink to={pagePaths.changePassword} wide>
          Change password
        </ButtonLink>
      )}
    </section>
  )
}
