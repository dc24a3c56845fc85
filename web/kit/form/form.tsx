import { type FormEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { ask, type GivenArgs, Refused } from '../../api.ts'
import { onTheWire } from '../../wire.ts'
import { Button } from '../button.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { faultsByContract } from './field-rules.ts'
import css from './form.module.css'
import { type Faults, FormContext, fieldIdOf, type Values, valuesOf } from './form-state.ts'

export type FormProps<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly initial?: Values
  /** Rules beyond the contract's, by field: what a conditional field needs. */
  readonly check?: (values: Values) => Faults
  /** Turns what was typed into the body, where the two differ. Uploads send the form as it is. */
  readonly toBody?: (values: Values, form: HTMLFormElement) => BodyOf<E> | FormData
  readonly submit: string
  readonly submitSize?: 'default' | 'hero'
  readonly submitWide?: boolean
  /** Why the button is off; said beside it. */
  readonly blocked?: string
  /** What is said when the server gave no reason. */
  readonly failed?: string
  /** For long forms: the list of problems above, which takes the focus. */
  readonly summary?: boolean
  readonly onDone: (reply: ReplyOf<E>, values: Values) => unknown
  readonly onType?: (values: Values) => void
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
  const { faults, attempt, isBusy, told, ...handlers } = useForm(endpoint, props, id)
  const problems = Object.entries(faults).flatMap(([name, message]) =>
    message && attempt > 0 ? [{ fieldId: fieldIdOf(id, name), message }] : [],
  )
  return (
    <FormContext value={{ id, faults, initial: props.initial ?? {} }}>
      <form
        noValidate
        onSubmit={handlers.handleSubmit}
        onBlur={handlers.handleBlur}
        onInput={handlers.handleInput}
        onPointerDown={handlers.handlePress}
        aria-busy={isBusy || undefined}
        className={css.form}
      >
        {props.summary && <ErrorSummary problems={problems} attempt={attempt} />}
        {props.children}
        {told && <Notice tone="danger">{told}</Notice>}
        <div className={css.end}>
          {props.beside}
          {props.blocked && <span className={css.reason}>{props.blocked}</span>}
          <Button
            type="submit"
            tone="primary"
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

function useForm<E extends Endpoint>(endpoint: E, props: FormProps<E>, id: string) {
  const [faults, setFaults] = useState<Faults>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const touched = useRef(new Set<string>())
  const isPressing = useRef(false)

  const check = (values: Values): Faults => ({
    ...faultsByContract(values, onTheWire(endpoint).fields ?? {}),
    ...props.check?.(values),
  })

  const show = (form: HTMLFormElement, found: Faults) => {
    const shown = inOrderOf(form, found)
    // What the server said of a field stands until the field is changed.
    touched.current.clear()
    setFaults(shown)
    setAttempt((count) => count + 1)
    const first = Object.keys(shown)[0]
    if (first && !props.summary) document.getElementById(fieldIdOf(id, first))?.focus()
    return first !== undefined
  }

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    isPressing.current = false
    const form = event.currentTarget
    if (isBusy) return
    const values = valuesOf(form)
    setTold('')
    if (show(form, check(values))) return

    setBusy(true)
    try {
      const given = { params: props.params, body: bodyOf(endpoint, props, values, form) }
      const reply = await ask(endpoint, ...([given] as unknown as GivenArgs<E>))
      await props.onDone(reply, values)
    } catch (fault) {
      const isPlaced = fault instanceof Refused && show(form, fault.fields)
      if (!isPlaced) setTold(sentenceFor(fault, props.failed))
    } finally {
      setBusy(false)
    }
  }

  const handlePress = ({ target }: PointerEvent<HTMLFormElement>) => {
    isPressing.current = (target as Element).closest('[type=submit]') !== null
  }

  // A fault told while the button is held down would move it from under the pointer.
  const handleBlur = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as HTMLInputElement
    if (!name || isPressing.current || !touched.current.has(name)) return
    const fault = check(valuesOf(currentTarget))[name]
    setFaults((before) => inOrderOf(currentTarget, { ...before, [name]: fault }))
  }

  const handleInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    touched.current.add((target as unknown as HTMLInputElement).name)
    props.onType?.(valuesOf(currentTarget))
  }

  return { faults, attempt, isBusy, told, handleSubmit, handlePress, handleBlur, handleInput }
}

/** Only the fields that stand in the form, in the order in which they stand. */
function inOrderOf(form: HTMLFormElement, faults: Faults): Faults {
  const names = [...form.elements].map((element) => (element as HTMLInputElement).name)
  return Object.fromEntries(
    names.flatMap((name) => (name && faults[name] ? [[name, faults[name]]] : [])),
  )
}

function bodyOf<E extends Endpoint>(
  endpoint: E,
  { toBody }: FormProps<E>,
  values: Values,
  form: HTMLFormElement,
) {
  if (toBody) return toBody(values, form)
  if (!endpoint.upload) return filled(values)
  const data = new FormData(form)
  for (const [name, value] of [...data]) {
    const isEmpty = typeof value === 'string' ? value.trim() === '' : value.size === 0
    if (isEmpty) data.delete(name)
  }
  return data
}

/** What was left empty is not sent. */
function filled(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}

function sentenceFor(fault: unknown, failed: string | undefined): string {
  if (!(fault instanceof Refused)) return failed ?? 'Something went wrong. Please try again.'
  const { message, retryAfterSeconds } = fault
  return retryAfterSeconds ? `${message} (${retryAfterSeconds} s)` : message
}
