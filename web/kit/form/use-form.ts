import { type FormEvent, type PointerEvent, useRef, useState } from 'react'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { formatDuration } from '#contract/format.ts'
import { ask, type GivenArgs, NetworkFault, Refused } from '../../api.ts'
import { onTheWire } from '../../wire.ts'
import { faultsByContract } from './field-rules.ts'
import { type Faults, fieldIdOf, type Values, valuesOf } from './form-state.ts'

/** What a form does with what is typed into it. */
export type Work<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly initial?: Values
  /** Rules beyond the contract's, by field: what a conditional field needs. */
  readonly check?: (values: Values) => Faults
  /** Turns what was typed into the body, where the two differ. Uploads send the form as it is. */
  readonly toBody?: (values: Values, form: HTMLFormElement) => BodyOf<E> | FormData
  /** For long forms: the list of problems above, which takes the focus. */
  readonly summary?: boolean
  /** Under which fields a refusal is told; what the server named, unless this says otherwise. */
  readonly place?: (refused: Refused) => Faults
  /** Sends in a way of its own, with the faults of `ask`. */
  readonly send?: (body: BodyOf<E> | FormData) => Promise<ReplyOf<E>>
  readonly onDone: (reply: ReplyOf<E>, values: Values) => unknown
  readonly onType?: (values: Values) => void
}

type Failure = {
  readonly cause: unknown
  /** It was about fields, and is told under them. */
  readonly isPlaced: boolean
}

/** Sends once, keeps what was typed, and knows what is wrong with it. */
export function useForm<E extends Endpoint>(endpoint: E, props: Work<E>, id: string) {
  const [faults, setFaults] = useState<Faults>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
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
    setFailure(null)
    if (show(form, check(values))) return

    setBusy(true)
    try {
      const body = bodyOf(endpoint, props, values, form) as BodyOf<E> | FormData
      const given = [{ params: props.params, body }] as unknown as GivenArgs<E>
      const reply = await (props.send ? props.send(body) : ask(endpoint, ...given))
      await props.onDone(reply, values)
    } catch (cause) {
      const isRefused = cause instanceof Refused
      const told = isRefused ? (props.place?.(cause) ?? cause.fields) : {}
      setFailure({ cause, isPlaced: isRefused && show(form, told) })
    } finally {
      setBusy(false)
    }
  }

  const handlePress = ({ target }: PointerEvent<HTMLFormElement>) => {
    isPressing.current = (target as Element).closest('[type=submit]') !== null
  }

  // A fault told while the button is held down would move it from under the pointer.
  const handleBlur = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, type } = target as unknown as HTMLInputElement
    // A picture is judged when it is chosen.
    if (type === 'file') return
    if (!name || isPressing.current || !touched.current.has(name)) return
    const fault = check(valuesOf(currentTarget))[name]
    setFaults((before) => inOrderOf(currentTarget, { ...before, [name]: fault }))
  }

  const handleInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, type } = target as unknown as HTMLInputElement
    touched.current.add(name)
    // Another picture is another matter.
    if (type === 'file') setFaults((before) => ({ ...before, [name]: undefined }))
    props.onType?.(valuesOf(currentTarget))
  }

  const handlers = {
    onSubmit: handleSubmit,
    onPointerDown: handlePress,
    onBlur: handleBlur,
    onInput: handleInput,
  }
  return { faults, attempt, isBusy, failure, handlers }
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
  { toBody }: Work<E>,
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

export function sentenceFor(fault: unknown, failed: string | undefined): string {
  if (fault instanceof NetworkFault) return failed ?? fault.message
  if (!(fault instanceof Refused)) return failed ?? 'Something went wrong. Please try again.'
  const { message, retryAfterSeconds } = fault
  if (!retryAfterSeconds) return message
  const wait = formatDuration(retryAfterSeconds * 1000)
  return isTooMany(fault) ? `Too many tries. Please try again in ${wait}.` : `${message} (${wait})`
}

export function isTooMany(fault: unknown): boolean {
  return fault instanceof Refused && fault.code === 'too-many'
}
