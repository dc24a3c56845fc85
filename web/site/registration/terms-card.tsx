import { type ComponentProps, lazy, type MouseEvent, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConsentCheckbox } from './answer-fields.tsx'
import { FailureNotice } from './registration-notices.tsx'
import css from './terms-card.module.css'
import { useDraftState } from './use-draft.ts'

const loadDialog = () => import('../terms/terms-dialog.tsx')
const TermsDialog = lazy(loadDialog)

type TermsCardProps = { readonly isBusy: boolean } & ComponentProps<typeof FailureNotice>

export function TermsCard({ isBusy, cause }: TermsCardProps) {
  const { draft, accept } = useDraftState()
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  const reasonId = useId()

  const handleLink = (event: MouseEvent) => {
    // Opened in a new tab, the link leads to the page with the same text.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setDialog('open')
  }
  const handleAgree = () => {
    accept(true)
    setDialog('closed')
  }

  return (
    <Card className={css.card} aria-label="Terms & Conditions">
      <FailureNotice cause={cause} />
      <PrivacyConsent />
      <HoneypotField />
      <div className={css.row}>
        <div className={css.terms}>
          <Checkbox
            kind="switch"
            name="termsAccepted"
            value="true"
            checked={draft.isAccepted}
            onChange={(event) => accept(event.target.checked)}
          >
            I accept the{' '}
            <Link
              to={pagePaths.terms}
              onClick={handleLink}
              onPointerEnter={loadDialog}
              onFocus={loadDialog}
            >
              Terms &amp; Conditions
            </Link>
          </Checkbox>
        </div>
        {!draft.isAccepted && (
          <span id={reasonId} className={css.reason}>
            Accept the terms to enable Register
          </span>
        )}
        <Button
          type="submit"
          tone="primary"
          size="hero"
          busy={isBusy}
          disabled={!draft.isAccepted}
          aria-describedby={draft.isAccepted ? undefined : reasonId}
        >
          Register
        </Button>
      </div>
      {dialog !== 'never' && (
        <Suspense>
          <TermsDialog
            opened={dialog === 'open'}
            onAgree={handleAgree}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** A honeypot: people do not see it, so only programs fill it in. */
function HoneypotField() {
  return (
    <div className={css.offscreen} aria-hidden="true">
      <label>
        Leave this empty
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
        />
      </label>
    </div>
  )
}

/** The notice opens in a new tab: leaving the page would lose the pictures. */
function PrivacyConsent() {
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
