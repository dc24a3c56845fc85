import { IconPhone } from '@tabler/icons-react'
import { TextAnswer } from './answer-fields.tsx'
import { PartCard } from './part-card.tsx'

export function GuardianDetails() {
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
    </PartCard>
  )
}
