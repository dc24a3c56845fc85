import { IconPhone } from '@tabler/icons-react'
import { site } from '#site'
import { getToday } from '../../client/institute-day.ts'
import { TextAnswer } from './answer-fields.tsx'
import { ConsentCheckbox } from './consent-checkbox.tsx'
import { useDraftState } from './draft-context.ts'
import css from './personal-details.module.css'
import { FullWidthField, StepCard } from './step-card.tsx'
import { needsGuardian } from './validate-consent.ts'

export function GuardianDetails() {
  const { draft } = useDraftState()
  return (
    <StepCard id="guardian">
      <TextAnswer name="fname" label="Parent/Guardian name" autoComplete="off" />
      <TextAnswer
        name="fphone"
        label="Parent/Guardian phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        icon={<IconPhone size={18} stroke={1.75} aria-hidden="true" />}
      />
      {needsGuardian(draft, getToday()) && (
        <FullWidthField>
          <GuardianConsent />
        </FullWidthField>
      )}
    </StepCard>
  )
}

function GuardianConsent() {
  const { draft, consentAsGuardian } = useDraftState()
  const { isGuardianConsented, answers } = draft
  const guardian = answers.fname?.trim()
  const student = answers.name?.trim()
  return (
    <div className={css.guardian}>
      <p>
        Under 18, a parent or guardian must agree too. Please hand them the screen for this one.
      </p>
      <ConsentCheckbox
        name="guardianConsent"
        checked={isGuardianConsented}
        onChange={consentAsGuardian}
      >
        I{guardian && <b>, {guardian},</b>} am the parent or guardian
        {student && <> of {student}</>} and agree to this registration, and that {site.product}{' '}
        keeps these details as the Privacy Policy says.
      </ConsentCheckbox>
    </div>
  )
}
