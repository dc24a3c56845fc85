import { describeTerm, type RetentionRule, retention } from '#core/students/retention.ts'
import css from './privacy-lists.module.css'

const rows = [
  {
    when: 'You send an enquiry',
    what: 'Name, email address, phone number and the course you ask about',
    why: 'To call or write back to you',
  },
  {
    when: 'You register',
    what: 'Name, email address, phone number, date of birth and gender; a parent’s or guardian’s name and phone number; your addresses; where you study or work; the course you want and how you heard of us; when you accepted the terms and this notice, in which language, and under 18 that a parent or guardian agreed',
    why: 'To enrol you, to reach you or someone close to you, and to plan the course',
  },
  {
    when: 'You add pictures of your identity card',
    what: 'The two pictures, encrypted',
    why: 'To check that you are who you say',
  },
  {
    when: 'You take a test',
    what: 'Your answers and when you gave them, your score, from which networks and devices you took it, and what the test watches for, such as leaving its window',
    why: 'To grade the test and to keep it fair',
  },
  {
    when: 'You learn with us',
    what: 'Fees, the day you start, and short remarks',
    why: 'To run the course and the accounts',
  },
  {
    when: 'You log in or ask for a password',
    what: 'The time, the network address and kind of device, a hash of your password, and fingerprints of the devices and networks you use',
    why: 'To let you in, to keep others out, and to show you where your account is used',
  },
] as const

export function CollectedDataList() {
  return (
    <dl className={css.list}>
      {rows.map(({ when, what, why }) => (
        <div key={when}>
          <dt>{when}</dt>
          <dd>{what}.</dd>
          <dd className={css.purpose}>{why}.</dd>
        </div>
      ))}
    </dl>
  )
}

const rules: readonly RetentionRule[] = Object.values(retention)

/** Made from the table that the retention job applies, so the two cannot differ. */
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
