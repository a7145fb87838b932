import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { DayInput, MomentInput } from '../ui/form/typed-time.tsx'
import { reasonsFor, useReasonBadge } from './reason.labels.tsx'

/** An unavailability as it is typed, in the time of the organisation. */
export interface UnavailabilityForm {
  reason: string
  start: string
  /** Empty while the end is unknown. */
  end: string
  /** The last day on which a weekly repetition may begin; empty for none. */
  until: string
  description: string
}

/** The fields of an unavailability. One that exists does not repeat. */
export function UnavailabilityFields({
  type,
  form,
  faults,
  isNew,
  onChange,
}: {
  /** Type of the resource, which has its own reasons. */
  type: string
  form: UnavailabilityForm
  /** By member of the request. */
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
      <Field label={t`Note`} fault={faults.description}>
        {(input) => (
          <input
            {...input}
            value={form.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
