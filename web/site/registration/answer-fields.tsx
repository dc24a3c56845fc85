import type { ComponentProps } from 'react'
import { register } from '#contract/registration.ts'
import type { RegistrationField } from '#core/students/registration.ts'
import { formFor } from '../../ui/form/form-for.tsx'
import { useDraftState } from './draft-context.ts'
import { MaskEditor } from './mask/mask-editor.tsx'
import { type ImageSide, imageLabels } from './steps.ts'

const { Field, TextArea, Select, Choice, Day, Image } = formFor(register)

type AnswerFieldProps<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onChoose'> & {
  readonly name: RegistrationField
}

export function TextAnswer(props: AnswerFieldProps<ComponentProps<typeof Field>>) {
  return <Field {...props} {...useAnswer(props.name)} />
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

export function ImageAnswer({ side }: { side: ImageSide }) {
  const { setImage } = useDraftState()
  return (
    <Image
      name={side}
      label={imageLabels[side]}
      optional
      edit={(props) => (
        <MaskEditor
          {...props}
          label={imageLabels[side]}
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
