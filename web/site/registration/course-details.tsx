import { isAsked } from '#core/students/registration.ts'
import { SelectAnswer, TextAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { courseOptions, referralOptions } from './select-options.ts'
import { RightColumnField, StepCard } from './step-card.tsx'

export function CourseDetails() {
  const { answers } = useDraftState().draft
  return (
    <StepCard id="course">
      <SelectAnswer name="course" label="Course" options={courseOptions} autoComplete="off" />
      {isAsked('otherCourse', answers) && (
        <TextAnswer name="otherCourse" label="Other course" autoComplete="off" />
      )}
      <SelectAnswer
        name="referral"
        label="How did you hear about us?"
        options={referralOptions}
        autoComplete="off"
      />
      {isAsked('friendName', answers) && (
        <RightColumnField>
          <TextAnswer name="friendName" label="Friend’s name" optional autoComplete="off" />
        </RightColumnField>
      )}
    </StepCard>
  )
}
