import { readNumber } from '@cartage/contract/reading/number'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../../ui/form/field.tsx'
import { NumberChoices, numberFault } from '../../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'

/** An amount as typed. Asks how to read an ambiguous one. */
export function AmountField({
  label,
  value,
  onChange,
  isRequired,
  isSubmitted,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  isRequired: boolean
  isSubmitted: boolean
}) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const unread = isSubmitted ? numberFault(value, readNumber(value, { language }), language) : undefined
  const fault = isSubmitted && isRequired && value.trim() === '' ? t`Required.` : unread
  return (
    <div>
      <Field label={label} fault={fault}>
        {(input) => (
          <input
            {...input}
            inputMode="decimal"
            className="field tnum h-8 w-full text-right"
            maxLength={40}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <NumberChoices text={value} onChoose={onChange} />
    </div>
  )
}
