import { isAsked } from '#core/students/registration.ts'
import { ChoiceAnswer, TextAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { roleOptions } from './options.ts'
import { PartCard, Wide } from './part-card.tsx'

export function EducationalDetails() {
  const { answers } = useDraftState().draft
  return (
    <PartCard id="education">
      <Wide>
        <ChoiceAnswer name="role" label="I am a" options={roleOptions} />
      </Wide>
      {isAsked('college', answers) && (
        <>
          <TextAnswer name="qualification" label="Qualification" autoComplete="off" />
          <TextAnswer
            name="qualificationYear"
            label="Year"
            inputMode="numeric"
            autoComplete="off"
          />
          <Wide>
            <TextAnswer name="college" label="College" autoComplete="off" />
          </Wide>
        </>
      )}
      {isAsked('company', answers) && (
        <>
          <TextAnswer name="designation" label="Designation" autoComplete="organization-title" />
          <TextAnswer name="company" label="Company" autoComplete="organization" />
        </>
      )}
    </PartCard>
  )
}
