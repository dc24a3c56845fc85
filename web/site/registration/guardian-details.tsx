import { IconPhone } from '@tabler/icons-react'
import { site } from '#site'
import { today } from '../../kit/day.ts'
import { TextAnswer } from './answer-fields.tsx'
import { needsGuardian } from './consent-faults.ts'
import { ConsentTick } from './consent-tick.tsx'
import { useDraftState } from './draft-context.ts'
import { PartCard, Wide } from './part-card.tsx'
import css from './personal-details.module.css'

export function GuardianDetails() {
  const { draft } = useDraftState()
  return (
    <PartCard id="guardian">
      <TextAnswer name="fname" label="Parent/Guardian name" autoComplete="off" />
      <TextAnswer
        name="fphone"
        label="Parent/Guardian phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        icon={<IconPhone size={18} stroke={1.75} aria-hidden="true" />}
      />
      {needsGuardian(draft, today()) && (
        <Wide>
          <GuardianConsent />
        </Wide>
      )}
    </PartCard>
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
      <ConsentTick
        name="guardianConsent"
        checked={isGuardianConsented}
        onChange={consentAsGuardian}
      >
        I{guardian && <b>, {guardian},</b>} am the parent or guardian
        {student && <> of {student}</>} and agree to this registration, and that {site.product}{' '}
        keeps these details as the Privacy Policy says.
      </ConsentTick>
    </div>
  )
}
