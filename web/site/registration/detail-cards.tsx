import { IconPhone } from '@tabler/icons-react'
import { courseLabels, genderLabels, roleLabels } from '#contract/registration-labels.ts'
import { isAsked, referrals } from '#core/students/registration.ts'
import { site } from '#site'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Option } from '../../ui/form/text-field.tsx'
import {
  ChoiceAnswer,
  ConsentCheckbox,
  DayAnswer,
  EmailAnswer,
  FullWidthField,
  RightColumnField,
  SelectAnswer,
  StepCard,
  TextAnswer,
  TextAreaAnswer,
} from './answer-fields.tsx'
import css from './detail-cards.module.css'
import { FeeNote } from './fee-note.tsx'
import { needsGuardianToday } from './form-mapping.ts'
import { IdentityCard } from './identity-card.tsx'
import { useDraftState } from './use-draft.ts'

const courseOptions = toOptions(courseLabels)
const genderOptions = toOptions(genderLabels)
const roleOptions = toOptions(roleLabels)
const referralOptions: readonly Option[] = referrals

function toOptions(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({ value, name }))
}

export function PersonalDetails() {
  const { draft, isCompletion } = useDraftState()
  const isMinor = needsGuardianToday(draft)
  return (
    <StepCard id="personal">
      {!isCompletion && <TextAnswer name="name" label="Name" autoComplete="name" />}
      {!isCompletion && <EmailAnswer name="email" label="Email" />}
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
      />
      <FullWidthField>
        <ChoiceAnswer name="gender" label="Gender" options={genderOptions} />
      </FullWidthField>
      {!isCompletion && <IdentityCard />}
    </StepCard>
  )
}

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
      {needsGuardianToday(draft) && (
        <FullWidthField>
          <GuardianConsent />
        </FullWidthField>
      )}
    </StepCard>
  )
}

function GuardianConsent() {
  const { draft, consentAsGuardian } = useDraftState()
  const { isGuardianConsented, mustGuardianConsentAgain, answers } = draft
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
        change={
          mustGuardianConsentAgain &&
          'A name or the date of birth has changed, so this is no longer ticked. Please agree again.'
        }
      >
        I{guardian && <b>, {guardian},</b>} am the parent or guardian
        {student && <> of {student}</>} and agree to this registration, and that {site.product}{' '}
        keeps these details as the Privacy Policy says.
      </ConsentCheckbox>
    </div>
  )
}

export function ResidentialDetails() {
  const { draft, copyAddress } = useDraftState()
  const isSame = draft.isSameAddress
  return (
    <StepCard id="residence">
      <FullWidthField>
        <TextAreaAnswer name="laddress" label="Local address" autoComplete="street-address" />
      </FullWidthField>
      <FullWidthField>
        <Checkbox
          name="isSameAddress"
          checked={isSame}
          onChange={(event) => copyAddress(event.target.checked)}
        >
          Permanent address is the same as local address
        </Checkbox>
      </FullWidthField>
      <FullWidthField>
        <TextAreaAnswer
          name="paddress"
          label="Permanent address"
          autoComplete={isSame ? 'off' : 'section-permanent street-address'}
          hint={isSame && 'Copied from the local address. Untick the box to change it.'}
          readOnly={isSame}
        />
      </FullWidthField>
    </StepCard>
  )
}

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

export function CourseDetails() {
  const { draft, isCompletion } = useDraftState()
  const { answers } = draft
  return (
    <StepCard id="course">
      {!isCompletion && (
        <SelectAnswer name="course" label="Course" options={courseOptions} autoComplete="off" />
      )}
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
      <FullWidthField>
        <FeeNote />
      </FullWidthField>
    </StepCard>
  )
}
