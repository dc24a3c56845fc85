import { IconPhone } from '@tabler/icons-react'
import { getToday } from '../../client/institute-day.ts'
import { ChoiceAnswer, DayAnswer, TextAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { IdentityCard } from './identity-card.tsx'
import { normalizeDate } from './normalize-date.ts'
import { genderOptions } from './select-options.ts'
import { FullWidthField, StepCard } from './step-card.tsx'
import { needsGuardian } from './validate-consent.ts'

export function PersonalDetails() {
  const { setAnswer, draft } = useDraftState()
  const isMinor = needsGuardian(draft, getToday())
  return (
    <StepCard id="personal">
      <TextAnswer name="name" label="Name" autoComplete="name" />
      <TextAnswer name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
      <TextAnswer
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        icon={<IconPhone size={18} stroke={1.75} aria-hidden="true" />}
      />
      <DayAnswer
        name="dob"
        label="Date of birth"
        autoComplete="bday"
        hint={isMinor && 'Under 18: a parent or guardian must agree below.'}
        onBlur={({ target }) => setAnswer('dob', normalizeDate(target.value))}
      />
      <FullWidthField>
        <ChoiceAnswer name="gender" label="Gender" options={genderOptions} />
      </FullWidthField>
      <IdentityCard />
    </StepCard>
  )
}
