import { useId, useMemo, useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { completeRegistration, getOwnRegistration } from '#contract/registration.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { isRequired, type RegistrationDraft } from '#core/students/registration.ts'
import { renewSession, useSession } from '../../client/browser-session.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormContext, toFieldId } from '../../ui/form/form-state.ts'
import { SpokenError } from '../../ui/form/spoken-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  CourseDetails,
  EducationalDetails,
  GuardianDetails,
  PersonalDetails,
  ResidentialDetails,
} from './detail-cards.tsx'
import { emptyDraft } from './draft.ts'
import { buildCompletion, createValidator, keepCurrentErrors } from './form-mapping.ts'
import css from './registration-screen.module.css'
import { TermsCard } from './terms-card.tsx'
import { DraftContext, useDraft } from './use-draft.ts'

export const meta = createTitleMeta('Complete your registration')

/** Students whom the institute has added fill this in once, before anything else. */
export default function CompleteRegistrationScreen() {
  const session = useSession()
  const { data, isError, refetch } = useEndpointQuery(getOwnRegistration)
  if (session && !session.mustCompleteRegistration)
    return <Navigate to={pagePaths.studentPanel} replace />
  return (
    <div className={css.column} data-alone>
      <h1 id={pageTitleId}>Complete your registration</h1>
      <p className={css.lead}>
        We ask this once. All fields are required unless marked optional; what you type is kept
        until you send it.
      </p>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Your registration could not be loaded.
        </Notice>
      )}
      {data ? <CompletionForm registration={data} /> : <Skeleton width="100%" height="320px" />}
    </div>
  )
}

function CompletionForm({ registration }: { readonly registration: RegistrationDraft }) {
  const id = useId()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const known = useMemo(() => ({ ...emptyDraft, answers: toAnswers(registration) }), [registration])
  const { discardDraft, ...state } = useDraft(element, {
    storedAs: 'registration-rest',
    known,
    isCompletion: true,
  })
  const { draft } = state
  const { name, email, course } = known.answers
  const form = useForm(
    completeRegistration,
    {
      summary: true,
      validate: (values) =>
        createValidator(draft, {})({ ...values, ...toTexts({ name, email, course }) }),
      toBody: () => buildCompletion(draft),
      async onDone() {
        discardDraft()
        await renewSession()
        showToast('Your registration is complete.')
        return navigate(pagePaths.studentPanel, { replace: true })
      },
    },
    id,
  )
  const errors = keepCurrentErrors(form.errors, draft, {})
  const problems = Object.entries(errors).flatMap(([field, message]) =>
    message && form.attempt > 0 ? [{ fieldId: toFieldId(id, field), message }] : [],
  )
  return (
    <DraftContext value={state}>
      <FormContext value={{ id, errors, initial: {}, isRequired }}>
        <Notice>
          The institute has registered <b>{name}</b>, {email}, for{' '}
          {labelOf(courseLabels, course ?? '')}. Is something wrong? Tell the office.
        </Notice>
        <form
          ref={element}
          noValidate
          {...form.handlers}
          aria-busy={form.isBusy || undefined}
          className={css.form}
        >
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
        </form>
      </FormContext>
    </DraftContext>
  )
}

/** Without what is not given yet. */
function toAnswers(registration: RegistrationDraft): RegistrationDraft {
  return Object.fromEntries(Object.entries(registration).filter(([, value]) => value))
}

function toTexts(answers: RegistrationDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([field, text]) => [field, text ?? '']))
}
