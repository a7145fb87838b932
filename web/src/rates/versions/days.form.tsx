import { useLingui } from '@lingui/react/macro'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { isDay } from '../../ui/time/day-input.ts'
import type { Days } from '../validity.ts'

/** First and last day of a draft. */
export function DaysForm({
  days,
  onChange,
  fault,
}: {
  days: Days
  onChange: (days: Days) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t`Valid from`} fault={fault}>
        {(input) => (
          <DayField {...input} value={days.valid_from} onChange={(day) => onChange({ ...days, valid_from: day })} />
        )}
      </Field>
      <Field label={t`Valid until (empty: no end)`} fault={undefined}>
        {(input) => (
          <DayField
            {...input}
            value={days.valid_to ?? ''}
            onChange={(day) => onChange({ ...days, valid_to: day === '' ? null : day })}
          />
        )}
      </Field>
    </div>
  )
}

/** Error message for days. */
export function useDaysFault({ valid_from, valid_to }: Days): string | undefined {
  const { t } = useLingui()
  if (valid_from === '') return t`Enter a date.`
  if (!isDay(valid_from) || (valid_to !== null && !isDay(valid_to)))
    return t`Date not recognised. Try 25-11, tomorrow, +2.`
  return valid_to !== null && valid_to < valid_from ? t`The last day is before the first.` : undefined
}
