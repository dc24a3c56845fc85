import type { ComponentProps } from 'react'
import { register } from '#contract/students.ts'
import type { RegistrationField } from '#core/students/registration.ts'
import { formFor } from '../../kit/form/form-for.tsx'
import { useDraftState } from './draft-context.ts'
import { MaskEditor } from './mask/mask-editor.tsx'
import { type ImageSide, imageLabels } from './parts.ts'

const { Field, Area, Select, Choice, Day, Image } = formFor(register)

type Answering<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onChoose'> & {
  readonly name: RegistrationField
}

export function TextAnswer(props: Answering<ComponentProps<typeof Field>>) {
  return <Field {...props} {...useAnswer(props.name)} />
}

export function AreaAnswer(props: Answering<ComponentProps<typeof Area>>) {
  return <Area {...props} {...useAnswer(props.name)} />
}

export function SelectAnswer(props: Answering<ComponentProps<typeof Select>>) {
  return <Select prompt="Please select" {...props} {...useAnswer(props.name)} />
}

export function DayAnswer(props: Answering<ComponentProps<typeof Day>>) {
  return <Day {...props} {...useAnswer(props.name)} />
}

export function ChoiceAnswer(props: Answering<ComponentProps<typeof Choice>>) {
  const { draft, answer } = useDraftState()
  return (
    <Choice
      {...props}
      value={draft.answers[props.name] ?? ''}
      onChoose={(value) => answer(props.name, value)}
    />
  )
}

export function ImageAnswer({ side }: { side: ImageSide }) {
  const { holdImage } = useDraftState()
  return (
    <Image
      name={side}
      label={imageLabels[side]}
      optional
      edit={(props) => <MaskEditor {...props} side={side} />}
      onPick={(file, fault) => holdImage(side, { file, fault })}
    />
  )
}

function useAnswer(field: RegistrationField) {
  const { draft, answer } = useDraftState()
  return {
    value: draft.answers[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => answer(field, target.value),
  }
}
