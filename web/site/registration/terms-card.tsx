import { type ComponentProps, type MouseEvent, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { ConsentCheckbox } from './answer-fields.tsx'
import { FeeNote } from './fee-note.tsx'
import { FailureNotice } from './registration-notices.tsx'
import css from './terms-card.module.css'
import { useDraftState } from './use-draft.ts'

const termsDialog = createLazyModule(() => import('../terms/terms-dialog.tsx'))

type TermsCardProps = {
  readonly isBusy: boolean
  readonly isWaiting: boolean
} & ComponentProps<typeof FailureNotice>

export function TermsCard({ isBusy, isWaiting, failure }: TermsCardProps) {
  const { draft, accept, isCompletion } = useDraftState()
  const action = isCompletion ? 'Complete registration' : 'Register'
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed' | 'missing'>('never')
  const { module, hasFailed } = useModule(termsDialog, dialog !== 'never')
  const reasonId = useId()
  useEffect(() => {
    // Once loaded it waits for a click: it must not open while somebody types.
    if (hasFailed) setDialog('missing')
  }, [hasFailed])

  const handleLink = async (event: MouseEvent) => {
    // Opened in a new tab, the link leads to the page with the same text.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (dialog !== 'missing') setDialog('open')
    await termsDialog.preload()
    if (termsDialog.get().module) setDialog('open')
  }
  const handleAgree = () => {
    accept(true)
    setDialog('closed')
  }

  return (
    <Card className={css.card} aria-label="Terms & Conditions">
      <FailureNotice failure={failure} />
      <PrivacyConsent />
      {!isCompletion && <HoneypotField />}
      <FeeNote />
      <div className={css.row}>
        <div className={css.terms}>
          <Checkbox
            kind="switch"
            name="termsAccepted"
            value="true"
            aria-required
            checked={draft.isAccepted}
            onChange={(event) => accept(event.target.checked)}
          >
            I accept the{' '}
            <Link
              to={pagePaths.terms}
              onClick={handleLink}
              onPointerEnter={termsDialog.preload}
              onFocus={termsDialog.preload}
            >
              Terms &amp; Conditions
            </Link>
          </Checkbox>
        </div>
        {!draft.isAccepted && (
          <span id={reasonId} className={layout.hint}>
            Accept the terms to enable {action}
          </span>
        )}
        <Button
          type="submit"
          tone="primary"
          size="hero"
          busy={isBusy}
          aria-disabled={isWaiting || undefined}
          disabled={!draft.isAccepted}
          aria-describedby={draft.isAccepted ? undefined : reasonId}
        >
          {action}
        </Button>
      </div>
      {dialog === 'missing' && hasFailed && (
        <Notice tone="warn">
          The terms do not load here. Read them{' '}
          <a href={pagePaths.terms} target="_blank" rel="noreferrer">
            on a page of their own<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          . Nothing you typed is lost.
        </Notice>
      )}
      {module && dialog !== 'never' && (
        <module.TermsDialog
          opened={dialog === 'open'}
          onAgree={handleAgree}
          onClose={() => setDialog('closed')}
        />
      )}
    </Card>
  )
}

/** A honeypot: people do not see it, so only programs fill it in. */
function HoneypotField() {
  return (
    <div className="visually-hidden" aria-hidden="true">
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
    <ConsentCheckbox
      name="privacyConsent"
      checked={draft.isConsented}
      onChange={consent}
      change={
        draft.mustConsentAgain &&
        hasImages &&
        'You agreed before the picture was there, so this is no longer ticked. Please agree again.'
      }
    >
      I agree that {site.product} keeps my details
      {hasImages && ' and the pictures of my identity card'} as the{' '}
      <a href={pagePaths.privacyPolicy} target="_blank" rel="noreferrer">
        Privacy Policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>{' '}
      says.
    </ConsentCheckbox>
  )
}
