import { type ReactNode, useId } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { Button } from '../button.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import css from './form.module.css'
import { FormContext, fieldIdOf } from './form-state.ts'
import { isTooMany, sentenceFor, useForm, type Work } from './use-form.ts'

export type FormProps<E extends Endpoint> = Work<E> & {
  readonly submit: string
  readonly submitSize?: 'default' | 'hero'
  readonly submitWide?: boolean
  /** For a form beside the one that matters more. */
  readonly submitTone?: 'primary' | 'default'
  /** Why the button is off; said beside it. */
  readonly blocked?: string
  /** What is said when the server gave no reason. */
  readonly failed?: string
  /** Said first whatever the reason is. */
  readonly failing?: string
  /** Said behind the wait where there were too many tries. */
  readonly tooMany?: ReactNode
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
  const { faults, attempt, isBusy, failure, handlers } = useForm(endpoint, props, id)
  const problems = Object.entries(faults).flatMap(([name, message]) =>
    message && attempt > 0 ? [{ fieldId: fieldIdOf(id, name), message }] : [],
  )
  return (
    <FormContext value={{ id, faults, initial: props.initial ?? {} }}>
      <form noValidate {...handlers} aria-busy={isBusy || undefined} className={css.form}>
        {props.summary && <ErrorSummary problems={problems} attempt={attempt} />}
        {props.children}
        {failure && !failure.isPlaced && (
          <Notice tone="danger">
            {props.failing} {sentenceFor(failure.cause, props.failed)}{' '}
            {isTooMany(failure.cause) && props.tooMany}
          </Notice>
        )}
        <div className={css.end}>
          {props.beside}
          {props.blocked && <span className={css.reason}>{props.blocked}</span>}
          <Button
            type="submit"
            tone={props.submitTone ?? 'primary'}
            size={props.submitSize}
            wide={props.submitWide}
            busy={isBusy}
            disabled={Boolean(props.blocked)}
          >
            {props.submit}
          </Button>
        </div>
        {isBusy && props.whileBusy}
      </form>
    </FormContext>
  )
}
