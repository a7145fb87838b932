import { useLingui } from '@lingui/react/macro'
import { Field } from '../../ui/form/field.tsx'
import { MomentInput, useReading } from '../../ui/form/typed-time.tsx'
import { readMoment } from '../../ui/time/read-moment.ts'

/** Labelled day and time; invalid input shows an error once the form was submitted. */
export function MomentField({
  label,
  value,
  onChange,
  fault,
  isSubmitted,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  fault: string | undefined
  isSubmitted: boolean
}) {
  const { t } = useLingui()
  const reading = useReading()
  const isUnread = isSubmitted && readMoment(value, reading) === undefined
  return (
    <Field label={label} fault={isUnread ? t`Enter a date and a time.` : fault}>
      {(input) => <MomentInput {...input} value={value} onChange={onChange} />}
    </Field>
  )
}
