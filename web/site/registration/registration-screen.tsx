import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getInstituteDay } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { register } from '#contract/registration.ts'
import { courses, isRequired } from '#core/students/registration.ts'
import { writeStored } from '../../client/browser-storage.ts'
import { StackIllustration } from '../../illustrations/stack-illustration.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormContext, toFieldId } from '../../ui/form/form-state.ts'
import { SpokenError } from '../../ui/form/spoken-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { Status } from '../../ui/status.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import { createPageMeta } from '../page-meta.ts'
import { NoscriptNotice } from '../phone-link.tsx'
import {
  CourseDetails,
  EducationalDetails,
  GuardianDetails,
  PersonalDetails,
  ResidentialDetails,
} from './detail-cards.tsx'
import {
  buildFormData,
  createRefusalPlacer,
  createValidator,
  keepCurrentErrors,
} from './form-mapping.ts'
import { PrintedRegistration } from './printed-registration.tsx'
import { getProgress, ProgressList } from './progress-list.tsx'
import { InterruptedNotice, SuccessBanner } from './registration-notices.tsx'
import css from './registration-screen.module.css'
import { isServerDecision } from './sending/resend-policy.ts'
import { type SendingState, useSendRegistration } from './sending/use-send-registration.ts'
import { findStepId, type StepId } from './steps.ts'
import { TermsCard } from './terms-card.tsx'
import { DraftContext, useDraft } from './use-draft.ts'

export const meta = createPageMeta({
  path: pagePaths.registration,
  title: 'Register',
  description:
    'Register for a course in five short parts. It takes about ten minutes; what you type is kept until you send it.',
})

export default function RegistrationScreen() {
  const id = useId()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const { discardDraft, ...state } = useDraft(element)
  const { draft, images } = state
  useCourseInAddress(state.setAnswer)
  const { sending, send, cancel: stop } = useSendRegistration()
  const [current, setCurrent] = useState<StepId>('personal')

  const form = useForm(
    register,
    {
      summary: true,
      validate: createValidator(draft, images),
      toBody: ({ website }) => buildFormData(draft, images, website),
      placeRefusal: createRefusalPlacer(images),
      async send(body) {
        const reply = await send(body as FormData, state.beginSending()).catch((cause: unknown) => {
          if (isServerDecision(cause)) state.endSending()
          throw cause
        })
        state.endSending()
        return reply
      },
      onDone: ({ isMailSetUp }) => {
        discardDraft()
        // In the URL or the history others could read the address, or supply one of their own.
        writeStored('registered-email', draft.answers.email?.trim() ?? '')
        return navigate(pagePaths.studentLogin, { state: { isRegistered: true, isMailSetUp } })
      },
    },
    id,
  )
  const errors = keepCurrentErrors(form.errors, draft, images)
  const problems = Object.entries(errors).flatMap(([field, message]) =>
    message && form.attempt > 0 ? [{ fieldId: toFieldId(id, field), message }] : [],
  )

  const handleCancel = () => {
    stop()
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  const handleFocus = ({ target }: FocusEvent<HTMLFormElement>) => {
    setCurrent(findStepId(target.name) ?? current)
  }

  return (
    <div className={css.page}>
      <ProgressList
        progress={getProgress(draft, errors, () => getInstituteDay(Date.now()))}
        current={current}
      />
      <div className={css.column}>
        <h1 id={pageTitleId}>Register</h1>
        <p className={`${css.lead} ${css.onScreen}`}>
          Five short parts. All fields are required unless marked optional.
        </p>
        <SuccessBanner />
        <NoscriptNotice />
        <DraftContext value={state}>
          <PrintedRegistration />
          <FormContext value={{ id, errors, initial: {}, isRequired }}>
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
              <SpokenError error={form.spokenError} />
              <div className={css.cards} inert={form.isBusy}>
                <PersonalDetails />
                <GuardianDetails />
                <ResidentialDetails />
                <EducationalDetails />
                <CourseDetails />
              </div>
              <TermsCard isBusy={form.isBusy} isWaiting={form.isWaiting} failure={form.failure} />
              {form.isBusy && <SendingOverlay sending={sending} onCancel={handleCancel} />}
            </form>
          </FormContext>
        </DraftContext>
      </div>
    </div>
  )
}

/** Chooses the course of a link, once: a reload keeps what is chosen after that. */
function useCourseInAddress(setAnswer: (field: 'course', value: string) => void) {
  const [search, setSearch] = useSearchParams()
  const course = search.get('course')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever setters are current
  useEffect(() => {
    if (course === null) return
    if (courses.some((one) => one === course)) setAnswer('course', course)
    setSearch(
      (others) => {
        others.delete('course')
        return others
      },
      { replace: true, preventScrollReset: true },
    )
  }, [course])
}

type SendingOverlayProps = { readonly sending: SendingState; readonly onCancel: () => void }

const failureMessages = {
  lost: 'The connection was lost. We are trying again.',
  busy: 'The server is busy. We are trying again.',
  offline: 'You are offline. It is sent as soon as you are online again: keep this page open.',
} as const

/** Covers the form while it is sent; the illustration builds the stack layer by layer. */
export function SendingOverlay({ sending, onCancel }: SendingOverlayProps) {
  const { attempt, share, failure } = sending
  return (
    <div className={css.backdrop}>
      <div className={css.box}>
        <div aria-hidden="true">
          <StackIllustration className={css.stack} />
        </div>
        <Status>
          {failure ? `Still sending… (try ${attempt})` : 'Sending your registration…'}
          {failure && <span>{failureMessages[failure]}</span>}
        </Status>
        <UploadProgress share={share} />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
