import { IconPhone, IconShieldLock } from '@tabler/icons-react'
import { ChoiceAnswer, DayAnswer, ImageAnswer, TextAnswer } from './answer-fields.tsx'
import { tidyDate } from './date-of-birth.ts'
import { useDraftState } from './draft-context.ts'
import { genderOptions } from './options.ts'
import { PartCard, Wide } from './part-card.tsx'
import css from './personal-details.module.css'

export function PersonalDetails() {
  const { answer } = useDraftState()
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
        onBlur={({ target }) => answer('dob', tidyDate(target.value))}
      />
      <Wide>
        <ChoiceAnswer name="gender" label="Gender" options={genderOptions} />
      </Wide>
      <ImageAnswer side="aadharFront" />
      <ImageAnswer side="aadharBack" />
      <p className={css.hint}>
        <IconShieldLock size={18} stroke={1.75} aria-hidden="true" />
        <span>
          Please cover the first eight digits, or upload a masked Aadhaar, which shows only the last
          4. Only institute staff can see these images.
        </span>
      </p>
    </PartCard>
  )
}
