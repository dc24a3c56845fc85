import { isAsked } from '#core/students/registration.ts'
import { ChoiceAnswer, TextAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { roleOptions } from './select-options.ts'
import { FullWidthField, StepCard } from './step-card.tsx'

export function EducationalDetails() {
  const { answers } = useDraftState().draft
  return (
    <StepCard id="education">
      <FullWidthField>
        <ChoiceAnswer name="role" label="I am a" options={roleOptions} />
      </FullWidthField>
      {isAsked('college', answers) && (
        <>
          <TextAnswer name="qualification" label="Qualification" autoComplete="off" />
          <TextAnswer
            name="qualificationYear"
            label="Year"
            inputMode="numeric"
            autoComplete="off"
          />
          <FullWidthField>
            <TextAnswer name="college" label="College" autoComplete="off" />
          </FullWidthField>
        </>
      )}
      {isAsked('company', answers) && (
        <>
          <TextAnswer name="designation" label="Designation" autoComplete="organization-title" />
          <TextAnswer name="company" label="Company" autoComplete="organization" />
        </>
      )}
    </StepCard>
  )
}
