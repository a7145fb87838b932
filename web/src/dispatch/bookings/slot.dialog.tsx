import type { AppLocationBooking, LocationBookingChange } from '@cartage/contract/bookings/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { faultsByField, restOf } from '../../api/field-faults.ts'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { useLabels } from '../../records/code-labels.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { type Choice, Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { momentText, readMoment } from '../../ui/time/read-moment.ts'
import { scenarioLabels } from './labels.ts'
import { MomentField } from './moment-field.tsx'
import { saveSlot, useBookingChange } from './queries.ts'

const times = ['requested_start_at', 'requested_end_at', 'confirmed_start_at', 'confirmed_end_at'] as const
type Times = (typeof times)[number]

/** The server derives it from the activities of the stops. */
const found = 'found'

type Draft = Record<Times | 'name' | 'booking_reference' | 'note' | 'scenario' | 'stop', string>

/** Adds or edits a time slot for a stop or a group of stops. Nothing is sent before it is requested. */
export function SlotDialog({
  record,
  slot,
  onClose,
}: {
  record: TripRecord
  /** The time slot to edit; a new one when absent. */
  slot?: AppLocationBooking | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useBookingChange()
  const reading = useReading()
  const stops = useStopChoices(record)
  const [draft, setDraft] = useState(() => draftOf(slot, stops[0]?.value ?? ''))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const failure = change.error ? failureOf(change.error) : undefined
  const faults = faultsByField(failure)
  const title = slot ? t`Edit ${slot.name}` : t`Add time slot`
  const set = (members: Partial<Draft>) => setDraft({ ...draft, ...members })

  function submit() {
    setIsSubmitted(true)
    const moments = times.map((name) => [name, readMoment(draft[name], reading)] as const)
    if (moments.some(([, moment]) => moment === undefined) || (slot === undefined && draft.stop === '')) return
    const members = { ...membersOf(draft), ...Object.fromEntries(moments) }
    const { booking_reference, confirmed_start_at: _start, confirmed_end_at: _end, ...rest } = members
    const [member, id] = draft.stop.split(':') as [string, string]
    const created = { ...rest, trip_id: record.trip.trip_id, [member]: id }
    change.mutate(() => saveSlot(slot, created, members), {
      onSuccess: () => {
        toasts.done(slot ? t`${slot.name} saved` : t`Time slot added`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} className="w-[520px]">
      <Form
        label={title}
        failure={restOf(failure, [...times, 'name', 'booking_reference', 'note', 'scenario', 'stop_id'])}
        onSubmit={submit}
        footer={<DialogFooter verb={<AddOrSave isNew={!slot} />} onClose={onClose} isBusy={change.isPending} />}
      >
        {!slot && (
          <Field label={t`Stop`} fault={faults.stop_id}>
            {(input) => <Select {...input} choices={stops} value={draft.stop} onChange={(stop) => set({ stop })} />}
          </Field>
        )}
        <TimesFields draft={draft} onChange={set} faults={faults} isSubmitted={isSubmitted} isNew={!slot} />
        <OtherFields draft={draft} onChange={set} faults={faults} isNew={!slot} />
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (members: Partial<Draft>) => void
  faults: Readonly<Record<string, string>>
  /** The location's response does not exist yet for new slots. */
  isNew: boolean
}

function TimesFields({ draft, onChange, faults, isNew, isSubmitted }: FieldsProps & { isSubmitted: boolean }) {
  const { t } = useLingui()
  const labels: Record<Times, string> = {
    requested_start_at: t`Requested from`,
    requested_end_at: t`Requested to`,
    confirmed_start_at: t`Confirmed from`,
    confirmed_end_at: t`Confirmed to`,
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      {(isNew ? times.slice(0, 2) : times).map((name) => (
        <MomentField
          key={name}
          label={labels[name]}
          value={draft[name]}
          onChange={(text) => onChange({ [name]: text })}
          fault={faults[name]}
          isSubmitted={isSubmitted}
        />
      ))}
    </div>
  )
}

function OtherFields({ draft, onChange, faults, isNew }: FieldsProps) {
  const { t } = useLingui()
  const labelOf = useLabels(scenarioLabels)
  const text = (name: 'name' | 'booking_reference' | 'note', label: string, most: number) => (
    <TextField
      label={label}
      fault={faults[name]}
      maxLength={most}
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  const scenarios = Object.keys(scenarioLabels).map((value) => ({ value, label: labelOf(value) }))
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t`For`} fault={faults.scenario}>
          {(input) => (
            <Select
              {...input}
              choices={isNew ? [{ value: found, label: t`By the activities of the stops` }, ...scenarios] : scenarios}
              value={draft.scenario}
              onChange={(scenario) => onChange({ scenario })}
            />
          )}
        </Field>
        {isNew ? text('name', t`Booking number (optional)`, 255) : text('name', t`Booking number`, 255)}
      </div>
      {!isNew && text('booking_reference', t`Reference of the location`, 255)}
      {text('note', t`Note`, 1_000)}
    </>
  )
}

/** Stops of a trip, and groups of several stops at one location. */
function useStopChoices({ trip, places }: TripRecord): Choice[] {
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  const names = new Map(places.map(({ location_id, name, city }) => [location_id, name ?? city ?? '']))
  const groups = [...Map.groupBy(trip.stops, ({ stop_group_id }) => stop_group_id)]
  const numbers = new Map(trip.stops.map((stop, at) => [stop, at + 1]))
  return groups.flatMap(([groupId, stops]) => {
    const each = stops.map((stop) => ({
      value: `stop_id:${stop.stop_id}`,
      label: `${numbers.get(stop)} · ${[names.get(stop.location_id), activityLabel(stop.activity_label)].filter(Boolean).join(' · ')}`,
    }))
    const place = names.get(stops[0]!.location_id)
    const count = stops.length
    const whole = { value: `stop_group_id:${groupId}`, label: t`All ${count} stops at ${place}` }
    return count > 1 ? [whole, ...each] : each
  })
}

function draftOf(slot: AppLocationBooking | undefined, stop: string): Draft {
  const moments = times.map((name) => [name, momentText(slot?.[name] ?? null)])
  return {
    ...(Object.fromEntries(moments) as Record<Times, string>),
    name: slot?.name ?? '',
    booking_reference: slot?.booking_reference ?? '',
    note: slot?.note ?? '',
    scenario: slot?.scenario ?? found,
    stop,
  }
}

/** Members of the request except the times; empty ones are taken from the trip. */
function membersOf({ name, booking_reference, note, scenario }: Draft): LocationBookingChange {
  return {
    note: note.trim(),
    booking_reference: booking_reference.trim() || null,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(scenario !== found && { scenario: scenario as NonNullable<LocationBookingChange['scenario']> }),
  }
}
