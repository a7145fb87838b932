import { readNumber } from '@cartage/contract/reading/number'
import { Field } from '../ui/form/field.tsx'
import { NumberChoices, numberFault } from '../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'

/** Parses a typed decimal into its API form; undefined if invalid. */
export function decimalOf(text: string, language: string): string | undefined {
  const reading = readNumber(text, { language })
  return reading.kind === 'number' ? String(reading.value) : undefined
}

/** Decimal field that accepts a comma or a point. */
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
  /** Error from the server or the form. */
  fault: string | undefined
  /** Whether the input is already validated. */
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
