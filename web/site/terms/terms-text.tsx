import css from './terms-text.module.css'

const terms = [
  'Fees once paid are not refundable.',
  'Uninformed leave means no eligibility for a backup.',
  '7 or more days of leave without prior permission ends the registration.',
  'I have understood the course content and duration and cleared all doubts.',
] as const

/** The dialog of the registration and the page show the same text. */
export function TermsText() {
  return (
    <>
      <p className={css.lead}>Please read these four points before you register.</p>
      <ol className={css.terms}>
        {terms.map((term, index) => (
          <li key={term}>
            <span aria-hidden="true">{index + 1}</span>
            <p>{term}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
