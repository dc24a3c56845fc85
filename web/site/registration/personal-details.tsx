import { IconPhone } from '@tabler/icons-react'
import { today } from '../../kit/day.ts'
import { ChoiceAnswer, DayAnswer, TextAnswer } from './answer-fields.tsx'
import { needsGuardian } from './consent-faults.ts'
import { tidyDate } from './date-of-birth.ts'
import { useDraftState } from './draft-context.ts'
import { IdentityCard } from './identity-card.tsx'
import { genderOptions } from './options.ts'
import { PartCard, Wide } from './part-card.tsx'

export function PersonalDetails() {
  const { answer, draft } = useDraftState()
  const isYoung = needsGuardian(draft, today())
  return (
    <PartCard id="personal">
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
        hint={isYoung && 'Under 18: a parent or guardian must agree below.'}
        onBlur={({ target }) => answer('dob', tidyDate(target.value))}
      />
      <Wide>
        <ChoiceAnswer name="gender" label="Gender" options={genderOptions} />
      </Wide>
      <IdentityCard />
    </PartCard>
  )
}
