import { type FocusEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { register } from '#contract/students.ts'
import { writeStored } from '../../browser-storage.ts'
import { today } from '../../kit/day.ts'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { FormContext, fieldIdOf } from '../../kit/form/form-state.ts'
import { useForm } from '../../kit/form/use-form.ts'
import { NeedsScript } from '../needs-script.tsx'
import { pageMeta } from '../page-meta.ts'
import { CourseDetails } from './course-details.tsx'
import { DraftContext } from './draft-context.ts'
import { EducationalDetails } from './educational-details.tsx'
import { GuardianDetails } from './guardian-details.tsx'
import { type PartId, partOf } from './parts.ts'
import { PersonalDetails } from './personal-details.tsx'
import { progressOf } from './progress.ts'
import { ProgressList } from './progress-list.tsx'
import css from './registration.module.css'
import { ResidentialDetails } from './residential-details.tsx'
import { InterruptedNotice } from './sending/interrupted-notice.tsx'
import { isAnswer } from './sending/retry-rule.ts'
import { Sending } from './sending/sending.tsx'
import { useSending } from './sending/use-sending.ts'
import { bodyOf, checkOf, placeOf, standingFaults } from './sending-rules.ts'
import { SuccessBanner } from './success-banner.tsx'
import { TermsCard } from './terms-card.tsx'
import { useDraft } from './use-draft.ts'

export const meta = pageMeta({
  path: pagePaths.registration,
  title: 'Register',
  description:
    'Register for a course in five short parts. It takes about ten minutes; what you type is kept until you send it.',
})

export default function RegistrationScreen() {
  const id = useId()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const { forget, ...state } = useDraft(element)
  const { draft, images } = state
  const { sending, send, stop } = useSending()
  const [current, setCurrent] = useState<PartId>('personal')

  const form = useForm(
    register,
    {
      summary: true,
      check: checkOf(draft, images),
      toBody: ({ website }) => bodyOf(draft, images, website),
      place: placeOf(images),
      async send(body) {
        const reply = await send(body as FormData, state.beginSending()).catch((cause: unknown) => {
          if (isAnswer(cause)) state.endSending()
          throw cause
        })
        state.endSending()
        return reply
      },
      onDone: () => {
        forget()
        // In an address or the history others could read it, or write one of their own.
        writeStored('registered-email', draft.answers.email?.trim() ?? '')
        return navigate(pagePaths.studentLogin, { state: { isRegistered: true } })
      },
    },
    id,
  )
  const faults = standingFaults(form.faults, draft, images)
  const problems = Object.entries(faults).flatMap(([field, message]) =>
    message && form.attempt > 0 ? [{ fieldId: fieldIdOf(id, field), message }] : [],
  )

  const handleCancel = () => {
    stop()
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  const handleFocus = ({ target }: FocusEvent<HTMLFormElement>) => {
    setCurrent(partOf(target.name) ?? current)
  }

  return (
    <div className={css.page}>
      <ProgressList progress={progressOf(draft, faults, today())} current={current} />
      <div className={css.column}>
        <h1>Register</h1>
        <p className={css.lead}>
          Five short parts. All fields are required unless marked optional.
        </p>
        <SuccessBanner />
        <NeedsScript />
        <DraftContext value={state}>
          <FormContext value={{ id, faults, initial: {} }}>
            <form
              ref={element}
              noValidate
              {...form.handlers}
              onFocus={handleFocus}
              aria-busy={form.isBusy || undefined}
              className={css.form}
            >
              {draft.isUnanswered && !form.isBusy && !form.failure && <InterruptedNotice />}
              <ErrorSummary problems={problems} attempt={form.attempt} />
              <div className={css.cards} inert={form.isBusy}>
                <PersonalDetails />
                <GuardianDetails />
                <ResidentialDetails />
                <EducationalDetails />
                <CourseDetails />
              </div>
              <TermsCard isBusy={form.isBusy} cause={form.failure?.cause} />
              {form.isBusy && <Sending sending={sending} onCancel={handleCancel} />}
            </form>
          </FormContext>
        </DraftContext>
      </div>
    </div>
  )
}
