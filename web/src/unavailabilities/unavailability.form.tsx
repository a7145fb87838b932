import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DayInput, MomentInput } from '../ui/form/typed-time.tsx'
import { reasonsFor, useReasonBadge } from './reason.labels.tsx'

/** An unavailability as typed, in the tenant's time zone. */
export interface UnavailabilityForm {
  reason: string
  start: string
  /** Empty while the end is unknown. */
  end: string
  /** Last day on which a weekly repetition may start. Empty for none. */
  until: string
  description: string
}

/** Fields of an unavailability. An existing one cannot repeat. */
export function UnavailabilityFields({
  type,
  form,
  faults,
  isNew,
  onChange,
}: {
  /** Type of the resource, which determines the reasons. */
  type: string
  form: UnavailabilityForm
  /** Errors by member of the request. */
  faults: Readonly<Record<string, string>>
  isNew: boolean
  onChange: (members: Partial<UnavailabilityForm>) => void
}) {
  const { t } = useLingui()
  const badge = useReasonBadge()
  const reasons = reasonsFor(type)
  const choices = reasons.includes(form.reason) ? reasons : [form.reason, ...reasons]
  return (
    <>
      <Field label={t`Reason`} fault={faults.reason}>
        {(input) => (
          <Select
            {...input}
            choices={choices.map((value) => ({ value, label: badge(value).word }))}
            value={form.reason}
            onChange={(reason) => onChange({ reason })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t({ message: 'From', context: 'time' })} fault={faults.start_time}>
          {(input) => <MomentInput {...input} value={form.start} onChange={(start) => onChange({ start })} />}
        </Field>
        <Field label={t`Until (leave empty if unknown)`} fault={faults.end_time}>
          {(input) => <MomentInput {...input} isEnd value={form.end} onChange={(end) => onChange({ end })} />}
        </Field>
      </div>
      {isNew && (
        <Field label={t`Repeat weekly until`} fault={faults.until}>
          {(input) => <DayInput {...input} value={form.until} onChange={(until) => onChange({ until })} />}
        </Field>
      )}
      <TextField
        label={t`Note`}
        fault={faults.description}
        value={form.description}
        onChange={(text) => onChange({ description: text })}
      />
    </>
  )
}
