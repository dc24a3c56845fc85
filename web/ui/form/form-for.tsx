import { type ComponentProps, type ReactNode, useId } from 'react'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { getFieldRules } from '../../client/client-endpoint.ts'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import layout from '../layout.module.css'
import { Notice } from '../notice.tsx'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'
import { DateField, type DateFieldProps } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import css from './form.module.css'
import { FormContext, toFieldId, useField } from './form-state.ts'
import { ImageField, type ImageFieldProps } from './image-field.tsx'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { RetryTime } from './retry-time.tsx'
import { SpokenError } from './spoken-error.tsx'
import {
  SelectField,
  type SelectFieldProps,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from './text-field.tsx'
import { describeFailure, isRateLimited, type UseFormOptions, useForm } from './use-form.ts'

type KeysOf<Body> = Body extends object ? keyof Body & string : never
type Named<Props, Name extends string> = Omit<Props, 'name' | 'id' | 'error'> & {
  readonly name: Name
}

/** Form and fields for an endpoint; a field that its body does not have does not compile. */
export function formFor<E extends Endpoint>(endpoint: E) {
  type Name = KeysOf<NonNullable<BodyOf<E>>>
  return {
    Form: (props: FormProps<E>) => <Form endpoint={endpoint} {...props} />,
    Field: (props: Named<TextFieldProps, Name>) => <TextField {...useFieldProps(props)} />,
    Email: (props: Named<TextFieldProps, Name>) => <EmailField {...useFieldProps(props)} />,
    TextArea: (props: Named<TextAreaFieldProps, Name>) => (
      <TextAreaField {...useFieldProps(props)} />
    ),
    Password: (props: Named<PasswordFieldProps, Name>) => (
      <PasswordField {...useFieldProps(props)} />
    ),
    Select: (props: Named<SelectFieldProps, Name>) => <SelectField {...useFieldProps(props)} />,
    Day: (props: Named<DateFieldProps, Name>) => <DateField {...useFieldProps(props)} />,
    Image: ({ name, ...props }: Named<ImageFieldProps, string>) => {
      const { id, error } = useField(name)
      return <ImageField {...props} name={name} id={id} error={error} />
    },
    Choice: (props: Named<ChoiceFieldProps, Name>) => <ChoiceField {...useFieldProps(props)} />,
    Check: (props: Named<ComponentProps<typeof Checkbox>, Name>) => (
      <Checkbox value="true" {...props} />
    ),
  }
}

/** Controlled fields bring their own value; the others start with the form's initial value. */
function useFieldProps<Props extends { readonly name: string; readonly value?: unknown }>(
  props: Props,
) {
  const { defaultValue, ...field } = useField(props.name)
  return { ...(props.value === undefined && { defaultValue }), ...props, ...field }
}

type FormProps<E extends Endpoint> = UseFormOptions<E> & {
  readonly submit: string
  readonly submitSize?: 'default' | 'hero'
  readonly submitWide?: boolean
  /** `default` for a form that is not the main action of its page. */
  readonly submitTone?: 'primary' | 'default'
  /** Disables the button; shown beside it. */
  readonly blockedReason?: string
  /** Shown when the server gave no reason. */
  readonly fallbackMessage?: string
  /** Shown before every error message. */
  readonly messagePrefix?: string
  /** Shown after the message of a refusal, by its code. */
  readonly hints?: Readonly<Partial<Record<RefusalCode, ReactNode>>>
  /** The fields. `beside` is shown beside the button. */
  readonly children: ReactNode
  readonly beside?: ReactNode
  readonly whileBusy?: ReactNode
}

/** Keeps what was typed whatever happens, and shows all errors at once. */
function Form<E extends Endpoint>({ endpoint, ...props }: FormProps<E> & { readonly endpoint: E }) {
  const id = useId()
  const form = useForm(endpoint, props, id)
  const { errors, spokenError, attempt, isBusy, isWaiting, failure, handlers } = form
  const isRequired = (name: string) => getFieldRules(endpoint)[name]?.emptyMessage !== undefined
  const problems = Object.entries(errors).flatMap(([name, message]) =>
    message && attempt > 0 ? [{ fieldId: toFieldId(id, name), message }] : [],
  )
  return (
    <FormContext value={{ id, errors, initial: props.initial ?? {}, isRequired }}>
      <form noValidate {...handlers} aria-busy={isBusy || undefined} className={css.form}>
        {props.summary && <ErrorSummary problems={problems} attempt={attempt} />}
        <SpokenError error={spokenError} />
        {props.children}
        {failure && !failure.isShownAtFields && (
          <Notice tone="danger">
            {props.messagePrefix} {describeFailure(failure.cause, props.fallbackMessage)}{' '}
            {failure.waitsUntil !== null && (
              <RetryTime
                lead={isRateLimited(failure.cause) ? 'Please try again' : 'You can try again'}
                waitsUntil={failure.waitsUntil}
              />
            )}{' '}
            {failure.cause instanceof RefusalError && props.hints?.[failure.cause.code]}
          </Notice>
        )}
        <div className={css.end}>
          {props.beside}
          {props.blockedReason && <span className={layout.hint}>{props.blockedReason}</span>}
          <Button
            type="submit"
            tone={props.submitTone ?? 'primary'}
            size={props.submitSize}
            wide={props.submitWide}
            busy={isBusy}
            aria-disabled={isWaiting || undefined}
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
