import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'value' | 'onChange' | 'children'>

/** A labelled line of text with its error. Other properties are those of the input. */
export function TextField({
  label,
  fault,
  side,
  value,
  onChange,
  ...others
}: InputProps &
  Pick<ComponentProps<typeof Field>, 'label' | 'side'> & {
    fault?: string | undefined
    value: string
    onChange: (text: string) => void
  }) {
  return (
    <Field label={label} fault={fault} side={side}>
      {(input) => <input {...input} {...others} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
