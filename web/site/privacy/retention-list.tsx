import { describeTerm, type RetentionRule, retention } from '#core/students/retention.ts'
import css from './collected-data-list.module.css'

const rules: readonly RetentionRule[] = Object.values(retention)

/** Made from the table that the retention job keeps, so the two cannot differ. */
export function RetentionList() {
  return (
    <dl className={css.list}>
      {rules.map((rule) => (
        <div key={rule.what}>
          <dt>{rule.what}</dt>
          <dd>{capitalise(describeTerm(rule))}.</dd>
          <dd className={css.purpose}>
            {rule.why}. <span className={css.basis}>Ground: {rule.basis.toLowerCase()}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
