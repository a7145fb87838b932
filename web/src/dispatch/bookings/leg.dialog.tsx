import type { AppIntermodalBooking, BookingDetails, BookingPlace } from '@cartage/contract/bookings/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { faultsByPath, restOf } from '../../api/field-faults.ts'
import { type ChosenLocation, LocationChoice } from '../../locations/location-choice.tsx'
import { FormLabels } from '../../settings/form/member.labels.ts'
import { SchemaFields } from '../../settings/form/schema.form.tsx'
import { emptyValues, type FormValues, namesOf, valuesToSend } from '../../settings/form/schema-fields.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { momentText, readMoment } from '../../ui/time/read-moment.ts'
import { legChoiceLabels, legMemberLabels } from './labels.ts'
import { detailFields } from './leg-details.ts'
import { MomentField } from './moment-field.tsx'
import { saveLeg, useBookingChange } from './queries.ts'

/** Units on a main leg, with their possible resource kinds. */
const units = {
  trailer_id: ['TRAILER', 'FULL_TRAILER', 'CHASSIS'],
  container_id: ['CONTAINER'],
  vehicle_id: ['TRACTOR', 'RIGID', 'VAN'],
} as const
type Unit = keyof typeof units
const unitNames = Object.keys(units) as Unit[]

/** No unit: a select cannot have an empty value. */
const none = 'none'

interface Draft extends Record<Unit | 'name' | 'account_code' | 'departs_at' | 'arrives_at', string> {
  start: ChosenLocation | null
  end: ChosenLocation | null
  details: FormValues
}

const topFields = ['name', 'account_code', 'departs_at', 'arrives_at', 'start_location_id', 'end_location_id']

/** Adds or edits a main leg by ferry, train or barge. Nothing is sent before it is requested. */
export function LegDialog({
  record,
  places,
  leg,
  onClose,
}: {
  record: TripRecord
  places: readonly BookingPlace[]
  /** The main leg to edit; a new one when absent. */
  leg?: AppIntermodalBooking | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useBookingChange()
  const reading = useReading()
  const language = useReaderLanguage()
  const [draft, setDraft] = useState(() => draftOf(leg, record, places))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const failure = change.error ? failureOf(change.error) : undefined
  const title = leg ? t`Edit ${leg.name}` : t`Add main leg`
  const set = (members: Partial<Draft>) => setDraft({ ...draft, ...members })

  function submit() {
    setIsSubmitted(true)
    const departs_at = readMoment(draft.departs_at, reading)
    const arrives_at = readMoment(draft.arrives_at, reading)
    if (!draft.start || !draft.end || departs_at === undefined || arrives_at === undefined) return
    const unitOf = (name: Unit) => (draft[name] === none ? null : draft[name])
    const body = {
      ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
      account_code: draft.account_code.trim() || null,
      start_location_id: draft.start.id,
      end_location_id: draft.end.id,
      ...{ departs_at, arrives_at, details: detailsOf(draft, leg, language) },
      ...{ trailer_id: unitOf('trailer_id'), container_id: unitOf('container_id'), vehicle_id: unitOf('vehicle_id') },
    }
    change.mutate(() => saveLeg(leg, record.trip.trip_id, body), {
      onSuccess: () => {
        toasts.done(leg ? t`${leg.name} saved` : t`Main leg added`)
        onClose()
      },
    })
  }

  const shown = [...topFields, ...unitNames, ...namesOf(detailFields)]
  return (
    <Dialog isOpen onClose={onClose} title={title} className="w-[600px]">
      <Form
        label={title}
        failure={restOf(failure, shown)}
        onSubmit={submit}
        footer={<DialogFooter verb={<AddOrSave isNew={!leg} />} onClose={onClose} isBusy={change.isPending} />}
      >
        <Fields draft={draft} onChange={set} record={record} faults={faultsByPath(failure)} isSubmitted={isSubmitted} />
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (members: Partial<Draft>) => void
  record: TripRecord
  faults: Readonly<Record<string, string>>
  isSubmitted: boolean
}

function Fields({ draft, onChange, record, faults, isSubmitted }: FieldsProps) {
  const { t } = useLingui()
  const place = (member: 'start' | 'end', label: string) => (
    <LocationChoice
      label={label}
      value={draft[member]}
      onChange={(location) => onChange({ [member]: location })}
      isMissing={isSubmitted && draft[member] === null}
      fault={faults[`${member}_location_id`]}
    />
  )
  const moment = (name: 'departs_at' | 'arrives_at', label: string) => (
    <MomentField
      label={label}
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
      fault={faults[name]}
      isSubmitted={isSubmitted}
    />
  )
  const text = (name: 'name' | 'account_code', label: string) => (
    <TextField
      label={label}
      fault={faults[name]}
      maxLength={255}
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {place('start', t`From terminal`)}
        {place('end', t`To terminal`)}
        {moment('departs_at', t`Departure`)}
        {moment('arrives_at', t`Arrival`)}
        {text('account_code', t`Account at the carrier`)}
        {text('name', t`Booking number (optional)`)}
      </div>
      <UnitFields draft={draft} onChange={onChange} record={record} faults={faults} isSubmitted={isSubmitted} />
      <details>
        <summary className="min-h-7 py-1 font-medium">
          <Trans>More details</Trans>
        </summary>
        <FormLabels value={{ members: legMemberLabels, choices: legChoiceLabels }}>
          <div className="grid gap-3 pt-1">
            <SchemaFields
              fields={detailFields}
              values={draft.details}
              onChange={(details) => onChange({ details })}
              faults={faults}
              path="details."
            />
          </div>
        </FormLabels>
      </details>
    </>
  )
}

function UnitFields({ draft, onChange, record, faults }: FieldsProps) {
  const { t } = useLingui()
  const labels: Record<Unit, string> = {
    trailer_id: t`Trailer`,
    container_id: t`Container`,
    vehicle_id: t`Vehicle`,
  }
  return (
    <div className="grid grid-cols-3 gap-3">
      {unitNames.map((name) => {
        const own = record.resources.filter((one) => isOf(one, name))
        const isGone = draft[name] !== none && own.every(({ resource_id }) => resource_id !== draft[name])
        const choices = [
          { value: none, label: t`None` },
          ...own.map((one) => ({ value: one.resource_id, label: one.name })),
          ...(isGone ? [{ value: draft[name], label: t`No longer on the trip` }] : []),
        ]
        return (
          <Field key={name} label={labels[name]} fault={faults[name]}>
            {(input) => (
              <Select {...input} choices={choices} value={draft[name]} onChange={(id) => onChange({ [name]: id })} />
            )}
          </Field>
        )
      })}
    </div>
  )
}

function isOf({ resource_type }: { resource_type: string }, unit: Unit): boolean {
  return (units[unit] as readonly string[]).includes(resource_type)
}

/** A new leg defaults to the trailer and container of the trip, which a ferry or train carries. */
function draftOf(
  leg: AppIntermodalBooking | undefined,
  { resources }: TripRecord,
  places: readonly BookingPlace[],
): Draft {
  const placeOf = (id: string | undefined): ChosenLocation | null => {
    const place = places.find(({ location_id }) => location_id === id)
    return id === undefined ? null : { id, name: place?.name ?? null, city: place?.city ?? null }
  }
  const first = (unit: Unit) => resources.find((one) => isOf(one, unit))?.resource_id ?? none
  return {
    name: leg?.name ?? '',
    account_code: leg?.account_code ?? '',
    departs_at: momentText(leg?.departs_at ?? null),
    arrives_at: momentText(leg?.arrives_at ?? null),
    trailer_id: leg ? (leg.trailer_id ?? none) : first('trailer_id'),
    container_id: leg ? (leg.container_id ?? none) : first('container_id'),
    vehicle_id: leg?.vehicle_id ?? none,
    start: placeOf(leg?.start_location_id),
    end: placeOf(leg?.end_location_id),
    details: { ...emptyValues(detailFields), ...leg?.details },
  }
}

/** Entered details, plus existing ones that the form does not show. */
function detailsOf({ details }: Draft, leg: AppIntermodalBooking | undefined, language: string): BookingDetails {
  const entries = Object.entries(valuesToSend(detailFields, details, language))
  const filled = entries.filter(([, value]) => value !== null)
  const custom = leg?.details.route_custom_fields
  return { ...Object.fromEntries(filled), ...(custom && { route_custom_fields: custom }) }
}
