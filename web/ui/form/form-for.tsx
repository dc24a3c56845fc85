import type { ComponentProps } from 'react'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { Checkbox } from '../checkbox.tsx'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'
import { DateField, type DateFieldProps } from './date-field.tsx'
import { Form, type FormProps } from './form.tsx'
import { useField } from './form-state.ts'
import { ImageField, type ImageFieldProps } from './image-field.tsx'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import {
  SelectField,
  type SelectFieldProps,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from './text-field.tsx'

type KeysOf<Body> = Body extends object ? keyof Body & string : never
type Named<Props, Name extends string> = Omit<Props, 'name' | 'id' | 'error'> & {
  readonly name: Name
}

/** The contract is the form: a field that its body does not have does not compile. */
export function formFor<E extends Endpoint>(endpoint: E) {
  type Name = KeysOf<NonNullable<BodyOf<E>>>
  return {
    Form: (props: FormProps<E>) => <Form endpoint={endpoint} {...props} />,
    Field: (props: Named<TextFieldProps, Name>) => <TextField {...useFieldProps(props)} />,
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

/** A controlled field brings its own value; the others start with the form's. */
function useFieldProps<Props extends { readonly name: string; readonly value?: unknown }>(
  props: Props,
) {
  const { defaultValue, ...field } = useField(props.name)
  return { ...(props.value === undefined && { defaultValue }), ...props, ...field }
}
