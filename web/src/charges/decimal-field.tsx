import { readNumber } from '@cartage/contract/reading/number'
import { Field } from '../ui/form/field.tsx'
import { NumberChoices, numberFault } from '../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'

/** A decimal as the server wants it, read from what a person typed; undefined when it cannot be read. */
export function decimalOf(text: string, language: string): string | undefined {
  const reading = readNumber(text, { language })
  return reading.kind === 'number' ? String(reading.value) : undefined
}

/** A field with a decimal that may be typed with a comma or a point. */
export function DecimalField({
  label,
  value,
  onChange,
  fault,
  isChecked,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  /** What the server, or the form, says is wrong. */
  fault: string | undefined
  /** Whether what is typed is judged already. */
  isChecked: boolean
}) {
  const language = useReaderLanguage()
  const read =
    isChecked && value.trim() !== '' ? numberFault(value, readNumber(value, { language }), language) : undefined
  return (
    <Field label={label} fault={read ?? fault}>
      {(input) => (
        <>
          <input {...input} inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
          {isChecked && <NumberChoices text={value} onChoose={onChange} />}
        </>
      )}
    </Field>
  )
}
