import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ChosenLocation, LocationChoice } from '../../locations/location-choice.tsx'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { type BoardTrip, townOf } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import type { BoardModel } from '../rows.ts'

/** Option for the end of the trip. */
const last = ''

/** Inserts a stop without an order: to refuel, to wash, to change trailers. */
export function InsertStopDialog({
  trip,
  model,
  onClose,
  onRun,
}: {
  trip: BoardTrip
  model: BoardModel
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  const [location, setLocation] = useState<ChosenLocation | null>(null)
  const [activity, setActivity] = useState('')
  const [minutes, setMinutes] = useState('30')
  const [before, setBefore] = useState<string>(last)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isLength = /^\d{1,4}$/.test(minutes.trim())
  const title = t`Insert a stop into ${trip.name}`
  const places = trip.trip.stops.map((stop, at) => {
    const name = [townOf(stop, model.directory), activityLabel(stop.activity_label)].filter(Boolean).join(' · ')
    const number = at + 1
    return { value: stop.stop_id, label: t`Before stop ${number}: ${name}` }
  })
  function submit() {
    setIsSubmitted(true)
    if (location === null || activity.trim() === '' || !isLength) return
    onRun({
      kind: 'INSERT_STOP',
      trip_id: trip.id,
      location_id: location.id,
      activity_label: activity.trim(),
      minutes: Number(minutes),
      before_stop_id: before === last ? undefined : before,
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.route}>
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Insert stop</Trans>} onClose={onClose} />}
      >
        <LocationChoice
          label={t`Location`}
          value={location}
          onChange={setLocation}
          isMissing={isSubmitted && location === null}
        />
        <Field label={t`Activity`} fault={isSubmitted && activity.trim() === '' ? t`Enter an activity.` : undefined}>
          {(input) => (
            <input {...input} maxLength={255} value={activity} onChange={(event) => setActivity(event.target.value)} />
          )}
        </Field>
        <Field label={t`Minutes`} fault={isSubmitted && !isLength ? t`Enter a number of minutes.` : undefined}>
          {(input) => (
            <input
              {...input}
              inputMode="numeric"
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Position`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={[...places, { value: last, label: t`Last` }]}
              value={before}
              onChange={(value) => setBefore(value ?? last)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
