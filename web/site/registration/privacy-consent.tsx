import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { ConsentCheckbox } from './consent-checkbox.tsx'
import { useDraftState } from './draft-context.ts'

/** The notice opens beside the form: leaving the page would lose the pictures. */
export function PrivacyConsent() {
  const { draft, consent } = useDraftState()
  const hasImages = draft.chosenSides.length > 0
  return (
    <ConsentCheckbox name="privacyConsent" checked={draft.isConsented} onChange={consent}>
      I agree that {site.product} keeps my details
      {hasImages && ' and the pictures of my identity card'} as the{' '}
      <a href={pagePaths.privacyPolicy} target="_blank" rel="noreferrer">
        Privacy Policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>{' '}
      says.
    </ConsentCheckbox>
  )
}
