import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MomentInput, useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { momentText, readMoment } from '../../ui/time/read-moment.ts'
import { type BoardTrip, townOf } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import type { BoardModel } from '../rows.ts'

/** Sets arrival and departure of one stop. The other times are recomputed around them. */
export function TimesDialog({
  trip,
  stop,
  model,
  onClose,
  onRun,
}: {
  trip: BoardTrip
  stop: PlannedStop
  model: BoardModel
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const reading = useReading()
  const [start, setStart] = useState(() => momentText(stop.planned_start_at))
  const [end, setEnd] = useState(() => momentText(stop.planned_end_at))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const town = townOf(stop, model.directory)
  const [from, to] = [readMoment(start, reading), readMoment(end, reading)]
  const isBackwards = typeof from === 'string' && typeof to === 'string' && Date.parse(to) < Date.parse(from)
  const title = t`Times of ${town}`
  function submit() {
    setIsSubmitted(true)
    if (typeof from !== 'string' || typeof to !== 'string' || isBackwards) return
    const times = [{ stop_id: stop.stop_id, start_at: from, end_at: to }]
    onRun({ kind: 'SET_TIMES', trip_id: trip.id, times })
  }
  const missing = t`Enter a date and a time.`
  const faultOf = (at: string | null | undefined) => (isSubmitted && typeof at !== 'string' ? missing : undefined)
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.name}>
      <Form label={title} onSubmit={submit} footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} />}>
        <Field label={t`Arrival`} fault={faultOf(from)}>
          {(input) => <MomentInput {...input} value={start} onChange={setStart} />}
        </Field>
        <Field
          label={t`Departure`}
          fault={isSubmitted && isBackwards ? t`The departure is before the arrival.` : faultOf(to)}
        >
          {(input) => <MomentInput {...input} value={end} onChange={setEnd} />}
        </Field>
      </Form>
    </Dialog>
  )
}
