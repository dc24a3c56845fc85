import { terms } from '#institute/terms.ts'
import css from './terms-text.module.css'

const countWords = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** "four points", "15 points" */
export const termCount = `${countWords[terms.length] ?? terms.length} point${terms.length === 1 ? '' : 's'}`

const lead = `Please read ${terms.length === 1 ? 'this' : 'these'} ${termCount} before you register.`

/** The dialog of the registration and the page show the same text. */
export function TermsText() {
  return (
    <>
      <p className={css.lead}>{lead}</p>
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
