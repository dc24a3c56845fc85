import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { ConsentTick } from './consent-tick.tsx'
import { useDraftState } from './draft-context.ts'

/** The notice opens beside the form: leaving the page would lose the pictures. */
export function PrivacyConsent() {
  const { draft, consent } = useDraftState()
  const isPictured = draft.chosenSides.length > 0
  return (
    <ConsentTick name="privacyConsent" checked={draft.isConsented} onChange={consent}>
      I agree that {site.product} keeps my details
      {isPictured && ' and the pictures of my identity card'} as the{' '}
      <a href={pagePaths.privacyPolicy} target="_blank" rel="noreferrer">
        Privacy Policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>{' '}
      says.
    </ConsentTick>
  )
}
