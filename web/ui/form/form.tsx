import { type ReactNode, useId } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { Button } from '../button.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import css from './form.module.css'
import { FormContext, toFieldId } from './form-state.ts'
import { describeFailure, isRateLimited, type UseFormOptions, useForm } from './use-form.ts'

export type FormProps<E extends Endpoint> = UseFormOptions<E> & {
  readonly submit: string
  readonly submitSize?: 'default' | 'hero'
  readonly submitWide?: boolean
  /** For a form beside the one that matters more. */
  readonly submitTone?: 'primary' | 'default'
  /** Why the button is off; said beside it. */
  readonly blockedReason?: string
  /** What is said when the server gave no reason. */
  readonly fallbackMessage?: string
  /** Said first whatever the reason is. */
  readonly messagePrefix?: string
  /** Said behind the wait where there were too many tries. */
  readonly rateLimitHint?: ReactNode
  /** Between the fields and the button, or beside it. */
  readonly children: ReactNode
  readonly beside?: ReactNode
  readonly whileBusy?: ReactNode
}

/** Keeps what was typed whatever happens, and tells every fault at once. */
export function Form<E extends Endpoint>({
  endpoint,
  ...props
}: FormProps<E> & { readonly endpoint: E }) {
  const id = useId()
  const { errors, attempt, isBusy, failure, handlers } = useForm(endpoint, props, id)
  const problems = Object.entries(errors).flatMap(([name, message]) =>
    message && attempt > 0 ? [{ fieldId: toFieldId(id, name), message }] : [],
  )
  return (
    <FormContext value={{ id, errors, initial: props.initial ?? {} }}>
      <form noValidate {...handlers} aria-busy={isBusy || undefined} className={css.form}>
        {props.summary && <ErrorSummary problems={problems} attempt={attempt} />}
        {props.children}
        {failure && !failure.isShownAtFields && (
          <Notice tone="danger">
            {props.messagePrefix} {describeFailure(failure.cause, props.fallbackMessage)}{' '}
            {isRateLimited(failure.cause) && props.rateLimitHint}
          </Notice>
        )}
        <div className={css.end}>
          {props.beside}
          {props.blockedReason && <span className={css.reason}>{props.blockedReason}</span>}
          <Button
            type="submit"
            tone={props.submitTone ?? 'primary'}
            size={props.submitSize}
            wide={props.submitWide}
            busy={isBusy}
            disabled={Boolean(props.blockedReason)}
          >
            {props.submit}
          </Button>
        </div>
        {isBusy && props.whileBusy}
      </form>
    </FormContext>
  )
}
