import type { PlanningCommand } from '@cartage/contract/planning/app/commands'
import type { Berth, CrossingKind } from '@cartage/contract/planning/app/crossing'
import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ChosenLocation, LocationChoice } from '../../locations/location-choice.tsx'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { crossingTo } from '../../records/stops/crossing-to.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { MomentInput, useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { momentText, readMoment } from '../../ui/time/read-moment.ts'
import { foreignZoneName } from '../../ui/time/zone.ts'
import { lengthText, readLength } from './length.ts'

/** Option for the end of the trip. */
const last = ''

/** A ferry or train added to a trip, or replacing the planned one. */
export type CrossingChange = Extract<PlanningCommand, { kind: 'INSERT_CROSSING' | 'CHANGE_CROSSING' }>

interface CrossingDialogProps {
  tripId: string
  /** Name of the trip. */
  name: string
  route?: string
  stops: readonly PlannedStop[]
  /** Town of a stop. */
  townOf: (stop: PlannedStop) => string
  /** Time zone of a stop. Undefined if unknown. */
  zoneOf: (stop: PlannedStop) => string | undefined
  /** Stop where the crossing to change is boarded. Undefined to insert a new one. */
  boarding: PlannedStop | undefined
  onClose: () => void
  onRun: (command: CrossingChange) => void
}

/** Adds a ferry or train to a trip, or replaces it (CROSS-1). */
export function CrossingDialog(props: CrossingDialogProps) {
  const { tripId: trip_id, name, route, boarding, zoneOf, onClose, onRun } = props
  const { t } = useLingui()
  const reading = useReading()
  const [draft, setDraft] = useState(() => draftOf(boarding, boarding && zoneOf(boarding)))
  const [ends, setEnds] = useState<Ends>({ from: null, to: null, boarding: '30', before: beforeEnd(props) })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const title = boarding ? t`Ferry or train of ${name}` : t`Ferry or train into ${name}`
  const minutes = readLength(draft.length)
  // Time zone of the port, as in timetables.
  const zone = (boarding ? zoneOf(boarding) : ends.from?.time_zone) ?? undefined
  const departs = readMoment(draft.departs, reading, false, zone)
  const isBoarding = /^\d{1,4}$/.test(ends.boarding.trim())
  function submit() {
    setIsSubmitted(true)
    if (minutes === undefined || departs === undefined) return
    const { kind, berth, line } = draft
    const crossing = { kind, berth, minutes, departs_at: departs, line: line.trim() || null }
    if (boarding) return onRun({ kind: 'CHANGE_CROSSING', trip_id, stop_id: boarding.stop_id, crossing })
    if (ends.from === null || ends.to === null || !isBoarding) return
    const places = { from_location_id: ends.from.id, to_location_id: ends.to.id }
    const before_stop_id = ends.before === last ? undefined : ends.before
    const boarding_minutes = Number(ends.boarding)
    onRun({ kind: 'INSERT_CROSSING', trip_id, ...places, boarding_minutes, before_stop_id, crossing })
  }
  const faults = {
    length: isSubmitted && minutes === undefined ? t`Enter hours and minutes, for example 7:30.` : undefined,
    departs: isSubmitted && departs === undefined ? t`Enter a date and a time, or nothing.` : undefined,
    boarding: isSubmitted && !isBoarding ? t`Enter a number of minutes.` : undefined,
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} {...(route !== undefined && { text: route })}>
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={boarding ? <Trans>Save</Trans> : <Trans>Insert</Trans>} onClose={onClose} />}
      >
        {!boarding && <Terminals {...props} {...{ ends, setEnds, isSubmitted }} fault={faults.boarding} />}
        <Sailing {...{ draft, setDraft, faults, zone }} />
      </Form>
    </Dialog>
  )
}

/** Defaults to the leg before the last stop, where most crossings are. */
function beforeEnd({ stops }: CrossingDialogProps): string {
  const [before, end] = stops.slice(-2)
  return end && !crossingTo(before, end) && end.actual_start_at === null ? end.stop_id : last
}

interface Draft {
  kind: CrossingKind
  berth: Berth
  length: string
  departs: string
  line: string
}

function draftOf(boarding: PlannedStop | undefined, zone: string | undefined): Draft {
  const known = boarding?.crossing
  if (!known) return { kind: 'FERRY', berth: 'NONE', length: '', departs: '', line: '' }
  const { kind, berth, minutes, departs_at, line } = known
  return {
    kind: kind as CrossingKind,
    berth: berth as Berth,
    length: lengthText(minutes),
    departs: momentText(departs_at, zone),
    line: line ?? '',
  }
}

interface Ends {
  from: ChosenLocation | null
  to: ChosenLocation | null
  boarding: string
  before: string
}

/** Terminals of the crossing, and its stops before and after. */
function Terminals({
  stops,
  townOf,
  ends,
  setEnds,
  isSubmitted,
  fault,
}: CrossingDialogProps & {
  ends: Ends
  setEnds: (ends: Ends) => void
  isSubmitted: boolean
  fault: string | undefined
}) {
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  const places = stops.flatMap((stop, at) => {
    // CROSS-2: nothing may come before a reached stop, or between boarding and landing.
    if (stop.actual_start_at !== null || crossingTo(stops[at - 1], stop)) return []
    const name = [townOf(stop), activityLabel(stop.activity_label)].filter(Boolean).join(' · ')
    const number = at + 1
    return [{ value: stop.stop_id, label: t`Before stop ${number}: ${name}` }]
  })
  return (
    <>
      <LocationChoice
        label={t`From`}
        value={ends.from}
        onChange={(from) => setEnds({ ...ends, from })}
        isMissing={isSubmitted && ends.from === null}
      />
      <LocationChoice
        label={t`To`}
        value={ends.to}
        onChange={(to) => setEnds({ ...ends, to })}
        isMissing={isSubmitted && ends.to === null}
      />
      <Field label={t`Position`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={[...places, { value: last, label: t`Last` }]}
            value={ends.before}
            onChange={(before) => setEnds({ ...ends, before: before ?? last })}
          />
        )}
      </Field>
      <TextField
        label={t`Minutes before departure`}
        fault={fault}
        inputMode="numeric"
        value={ends.boarding}
        onChange={(text) => setEnds({ ...ends, boarding: text })}
      />
    </>
  )
}

/** Carried units, time and duration of the crossing, and where the driver sleeps. */
function Sailing({
  draft,
  setDraft,
  faults,
  zone,
}: {
  draft: Draft
  setDraft: (draft: Draft) => void
  faults: { length: string | undefined; departs: string | undefined }
  zone: string | undefined
}) {
  const { t } = useLingui()
  const set = (members: Partial<Draft>) => setDraft({ ...draft, ...members })
  const isForeign = zone !== undefined && foreignZoneName(Date.now(), zone, 'en') !== undefined
  const departure = isForeign ? t`Departure, if it is fixed (time of ${zone})` : t`Departure, if it is fixed`
  return (
    <>
      <Field label={t`By`} fault={undefined}>
        {(input) => (
          <Select<CrossingKind>
            {...input}
            choices={[
              { value: 'FERRY', label: t`Ferry` },
              { value: 'TRAIN', label: t`Train` },
            ]}
            value={draft.kind}
            onChange={(kind) => set({ kind })}
          />
        )}
      </Field>
      <TextField
        label={t`Crossing time`}
        fault={faults.length}
        placeholder="7:30"
        value={draft.length}
        onChange={(text) => set({ length: text })}
      />
      <Field label={departure} fault={faults.departs}>
        {(input) => (
          <MomentInput {...input} zone={zone} value={draft.departs} onChange={(departs) => set({ departs })} />
        )}
      </Field>
      <Field label={t`Driver sleeps`} fault={undefined}>
        {(input) => (
          <Select<Berth>
            {...input}
            choices={[
              { value: 'NONE', label: t`Not aboard` },
              { value: 'BUNK', label: t`In a bunk or couchette` },
              { value: 'CABIN', label: t`In a cabin` },
            ]}
            value={draft.berth}
            onChange={(berth) => set({ berth })}
          />
        )}
      </Field>
      <TextField
        label={t`Name of the line`}
        maxLength={100}
        value={draft.line}
        onChange={(text) => set({ line: text })}
      />
    </>
  )
}
