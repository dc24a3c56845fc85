import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { register } from '#contract/registration.ts'
import type { RegistrationField } from '#core/students/registration.ts'
import { createLazyModule, useModule } from '../../client/lazy-module.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { useField } from '../../ui/form/form-state.ts'
import type { ImageEditorProps } from '../../ui/form/image-field.tsx'
import { Status } from '../../ui/status.tsx'
import css from './answer-fields.module.css'
import { type ImageSide, imageLabels, type StepId, steps } from './steps.ts'
import { useDraftState } from './use-draft.ts'

const { Field, Email, TextArea, Select, Choice, Day, Image } = formFor(register)

type AnswerFieldProps<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onChoose'> & {
  readonly name: RegistrationField
}

export function TextAnswer(props: AnswerFieldProps<ComponentProps<typeof Field>>) {
  return <Field {...props} {...useAnswer(props.name)} />
}

export function EmailAnswer(props: AnswerFieldProps<ComponentProps<typeof Email>>) {
  return <Email {...props} {...useAnswer(props.name)} />
}

export function TextAreaAnswer(props: AnswerFieldProps<ComponentProps<typeof TextArea>>) {
  return <TextArea {...props} {...useAnswer(props.name)} />
}

export function SelectAnswer(props: AnswerFieldProps<ComponentProps<typeof Select>>) {
  return <Select prompt="Please select" {...props} {...useAnswer(props.name)} />
}

export function DayAnswer(props: AnswerFieldProps<ComponentProps<typeof Day>>) {
  return <Day {...props} {...useAnswer(props.name)} />
}

export function ChoiceAnswer(props: AnswerFieldProps<ComponentProps<typeof Choice>>) {
  const { draft, setAnswer } = useDraftState()
  return (
    <Choice
      {...props}
      value={draft.answers[props.name] ?? ''}
      onChoose={(value) => setAnswer(props.name, value)}
    />
  )
}

type ImageAnswerProps = {
  readonly side: ImageSide
  readonly onShowAtDesk: () => void
}

export function ImageAnswer({ side, onShowAtDesk }: ImageAnswerProps) {
  const { images, setImage } = useDraftState()
  return (
    <Image
      name={side}
      label={imageLabels[side]}
      optional
      initialPick={images[side]}
      edit={(props) => (
        <MaskEditor
          {...props}
          label={imageLabels[side]}
          onShowAtDesk={onShowAtDesk}
          side={side === 'aadharFront' ? 'front' : 'back'}
        />
      )}
      onPick={(file, error) => setImage(side, { file, error })}
    />
  )
}

function useAnswer(field: RegistrationField) {
  const { draft, setAnswer } = useDraftState()
  return {
    value: draft.answers[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setAnswer(field, target.value),
  }
}

type MaskEditorProps = ImageEditorProps & {
  readonly label: string
  readonly side: 'front' | 'back'
  readonly onShowAtDesk: () => void
}

/** Loads the tool when the first picture is chosen, so that nobody else downloads it. */
function MaskEditor(props: MaskEditorProps) {
  const { module, hasFailed } = useModule(maskDialog)
  const { onFail } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever onFail is current
  useEffect(() => {
    if (hasFailed) onFail(loadFailedMessage)
  }, [hasFailed])

  return module ? <module.MaskDialog {...props} /> : <Status>Opening…</Status>
}

const maskDialog = createLazyModule(() => import('./mask/mask-dialog.tsx'))
const loadFailedMessage =
  'The tool that covers the numbers could not be loaded. Check your connection, then choose the picture again. Nothing you typed is lost.'

type ConsentName = 'privacyConsent' | 'guardianConsent'

type ConsentCheckboxProps = {
  readonly name: ConsentName
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
  /** Why it is no longer ticked; also spoken, since it may happen far from here. */
  readonly change?: string | false
  readonly children: ReactNode
}

/** A required checkbox, with its error below it. */
export function ConsentCheckbox(props: ConsentCheckboxProps) {
  const { name, checked, onChange, change, children } = props
  const { id, error } = useField(name)
  return (
    <div className={css.consent}>
      <Checkbox
        id={id}
        name={name}
        value="true"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [error && `${id}-error`, change && `${id}-change`].filter(Boolean).join(' ') || undefined
        }
      >
        {children}
      </Checkbox>
      <Status className={css.change}>{change && <p id={`${id}-change`}>{change}</p>}</Status>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** One of the five cards; the list of progress links to it. */
export function StepCard({ id, children }: { id: StepId; children: ReactNode }) {
  const step = steps.find((candidate) => candidate.id === id)
  return (
    <Card id={id} className={css.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{step?.title}</h2>
      <p className={css.hint}>{step?.hint}</p>
      <div className={css.fields}>{children}</div>
    </Card>
  )
}

/** A field as wide as the card. */
export function FullWidthField({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>
}

/** A field in the right column, below or beside the one that it belongs to. */
export function RightColumnField({ children }: { children: ReactNode }) {
  return <div className={css.right}>{children}</div>
}
