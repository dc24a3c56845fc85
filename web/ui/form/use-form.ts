import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { CookiesBlockedError } from '../../client/browser-cookies.ts'
import { getFieldRules } from '../../client/client-endpoint.ts'
import {
  getRetryAfterMs,
  NetworkError,
  RefusalError,
  type RequestArgs,
  request,
} from '../../client/request.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
// Also before a sheet is opened: one may have been open when the page was reloaded.
import '../close-on-back.ts'
import '../early-press.ts'
import { runAfterPointerUp } from './after-pointer-up.ts'
import {
  type FieldErrors,
  type FieldValues,
  readValues,
  toFieldId,
  validateFields,
} from './form-state.ts'
import type { SpokenErrorState } from './spoken-error.tsx'

/** How a form checks and sends its input. */
export type UseFormOptions<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly initial?: FieldValues
  /** Errors by field beyond the contract's rules, such as for conditional fields. */
  readonly validate?: (values: FieldValues) => FieldErrors
  /** Converts the input to the body where they differ. Uploads send the form as it is. */
  readonly toBody?: (values: FieldValues, form: HTMLFormElement) => BodyOf<E> | FormData
  /** For long forms: lists the errors above the form and focuses the list. */
  readonly summary?: boolean
  /** Overrides under which fields a refusal is shown; by default those that the server named. */
  readonly placeRefusal?: (refusal: RefusalError) => FieldErrors
  /** Replaces `request`; must throw the same errors. */
  readonly send?: (body: BodyOf<E> | FormData) => Promise<ReplyOf<E>>
  readonly onDone: (reply: ReplyOf<E>, values: FieldValues) => unknown
  readonly onType?: (values: FieldValues) => void
}

export type Failure = {
  readonly cause: unknown
  /** True if it concerns fields and is shown under them. */
  readonly isShownAtFields: boolean
  /** When the server takes the call again, in milliseconds since 1970; null if it did not say. */
  readonly waitsUntil: number | null
  /** Something was typed since: it may be another account, or a one-time password. */
  readonly isChanged: boolean
}

/** Validates and sends a form once, and keeps what was typed. */
export function useForm<E extends Endpoint>(endpoint: E, props: UseFormOptions<E>, id: string) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [spokenError, setSpokenError] = useState<SpokenErrorState | null>(null)
  const touchedFields = useRef(new Set<string>())
  /** Changed since an error of theirs was spoken. */
  const unspokenFields = useRef(new Set<string>())
  const secondsLeft = useSecondsLeft(failure?.waitsUntil ?? 0)
  const isWaiting = secondsLeft > 0 && failure?.isChanged === false

  const validate = (values: FieldValues): FieldErrors => ({
    ...validateFields(values, getFieldRules(endpoint)),
    ...props.validate?.(values),
  })

  const speak = (text: string) =>
    setSpokenError((previous) => ({ text, count: (previous?.count ?? 0) + 1 }))

  const showErrors = (form: HTMLFormElement, foundErrors: FieldErrors) => {
    const shownErrors = orderByField(form, foundErrors)
    // An error from the server stays until its field is changed.
    touchedFields.current.clear()
    // Before the focus moves: a screen reader would say what describes the field a second time.
    flushSync(() => {
      setErrors(shownErrors)
      setAttempt((count) => count + 1)
    })
    const [first] = Object.entries(shownErrors)
    if (!first || props.summary) return first !== undefined
    const [name, error = ''] = first
    const field = document.getElementById(toFieldId(id, name))
    if (field === document.activeElement) speak(error)
    else field?.focus()
    return true
  }

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || isWaiting) return
    const values = readValues(form)
    setFailure(null)
    if (showErrors(form, validate(values))) return

    setBusy(true)
    try {
      const body = buildBody(endpoint, props, values, form) as BodyOf<E> | FormData
      const input = [{ params: props.params, body }] as unknown as RequestArgs<E>
      const reply = await (props.send ? props.send(body) : request(endpoint, ...input))
      await props.onDone(reply, values)
    } catch (cause) {
      const isRefused = cause instanceof RefusalError
      const fieldErrors = isRefused ? (props.placeRefusal?.(cause) ?? cause.fields) : {}
      const waitMs = getRetryAfterMs(cause)
      setFailure({
        cause,
        isShownAtFields: isRefused && showErrors(form, fieldErrors),
        waitsUntil: waitMs > 0 ? getServerTime() + waitMs : null,
        isChanged: false,
      })
    } finally {
      setBusy(false)
    }
  }

  const latestValidate = useRef(validate)
  latestValidate.current = validate
  const handleBlur = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, type, labels } = target as unknown as HTMLInputElement
    // A picture is checked when it is chosen.
    if (type === 'file' || !name) return
    runAfterPointerUp(() => {
      // A click on the button has judged every field.
      if (!touchedFields.current.has(name)) return
      const error = latestValidate.current(readValues(currentTarget))[name]
      setErrors((previous) => orderByField(currentTarget, { ...previous, [name]: error }))
      // The next field has the focus, so the error says whose it is.
      if (unspokenFields.current.delete(name) && error)
        speak([labels?.[0]?.textContent, error].filter(Boolean).join(': '))
    })
  }

  const handleInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, type } = target as unknown as HTMLInputElement
    touchedFields.current.add(name)
    unspokenFields.current.add(name)
    setSpokenError(null)
    if (isWaiting) setFailure({ ...failure, isChanged: true })
    // Choosing another picture clears the error of the previous one.
    if (type === 'file') setErrors((previous) => ({ ...previous, [name]: undefined }))
    props.onType?.(readValues(currentTarget))
  }

  const handlers = {
    onSubmit: handleSubmit,
    onBlur: handleBlur,
    onInput: handleInput,
  }
  return { errors, spokenError, attempt, isBusy, isWaiting, failure, handlers }
}

/** Keeps only errors of fields that are in the form, in the form's order. */
function orderByField(form: HTMLFormElement, errors: FieldErrors): FieldErrors {
  const names = [...form.elements].map((element) => (element as HTMLInputElement).name)
  return Object.fromEntries(
    names.flatMap((name) => (name && errors[name] ? [[name, errors[name]]] : [])),
  )
}

function buildBody<E extends Endpoint>(
  endpoint: E,
  { toBody }: UseFormOptions<E>,
  values: FieldValues,
  form: HTMLFormElement,
) {
  if (toBody) return toBody(values, form)
  if (!endpoint.upload) return omitEmpty(values)
  const data = new FormData(form)
  for (const [name, value] of [...data]) {
    const isEmpty = typeof value === 'string' ? value.trim() === '' : value.size === 0
    if (isEmpty) data.delete(name)
  }
  return data
}

/** Leaves out empty fields. */
function omitEmpty(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}

export function describeFailure(error: unknown, fallbackMessage: string | undefined): string {
  if (error instanceof CookiesBlockedError) return error.message
  if (error instanceof NetworkError) return fallbackMessage ?? error.message
  if (!(error instanceof RefusalError) || !error.hasReason)
    return fallbackMessage ?? 'Something went wrong. Please try again.'
  // The time to wait is shown behind it.
  return isRateLimited(error) && error.retryAfterSeconds ? 'Too many tries.' : error.message
}

export function isRateLimited(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'too-many'
}
