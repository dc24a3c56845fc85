import { formatMoney, pluralize } from '#contract/format.ts'
import { sumInstalments } from '#core/institute/own-content.ts'
import { fees } from '#institute/fees.ts'
import type { FeePlan } from '../../institute/own-content-files.ts'
import { Card } from '../../ui/card.tsx'
import page from '../page.module.css'
import css from './fee-plans.module.css'

export function FeePlans() {
  return (
    <section id="fees" className={`${page.page} ${css.fees}`} aria-labelledby="fees-title">
      <h2 id="fees-title" className={page.sectionTitle}>
        Fees and instalments
      </h2>
      <div className={css.plans}>
        {fees.map((plan) => (
          <Card key={plan.course} className={css.plan}>
            <h3>{plan.course}</h3>
            <p className={css.amount}>{formatMoney(plan.amount)}</p>
            <Instalments of={plan} />
            {plan.note && <p className={css.note}>{plan.note}</p>}
          </Card>
        ))}
      </div>
    </section>
  )
}

function Instalments({ of: plan }: { of: FeePlan }) {
  const sum = sumInstalments(plan)
  if (sum === null) return null
  const inAll = sum > plan.amount ? `, ${formatMoney(sum)} in all` : ''
  return (
    <>
      <p className={css.lead}>
        or in {pluralize(plan.instalments.length, 'instalment')}
        {inAll}:
      </p>
      <dl>
        {plan.instalments.map(({ when, amount }) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
