import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { CandidateField, type Chosen } from '../../verdicts/candidate-field.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import type { BoardModel, BoardResource } from '../rows.ts'

/** Single parts of a trip, with the resource kinds allowed for each. */
const parts = {
  vehicle: ['TRACTOR', 'RIGID', 'VAN'],
  driver: ['DRIVER'],
  trailer: ['TRAILER', 'FULL_TRAILER', 'CHASSIS'],
} as const
type Part = keyof typeof parts
const kinds = { vehicle: 'VEHICLE', driver: 'DRIVER', trailer: 'TRAILER' } as const

/** Replaces the vehicle, driver or trailer of a trip. Its times stay. */
export function SwapDialog({
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
  const own = trip.trip.resources.flatMap(({ resource_id }) => model.directory.resources.get(resource_id) ?? [])
  const partOf = (part: Part) => own.find((one) => isOf(one, part))
  const [chosen, setChosen] = useState<Readonly<Record<Part, Chosen | null>>>(() => ({
    vehicle: chosenOf(partOf('vehicle')),
    driver: chosenOf(partOf('driver')),
    trailer: chosenOf(partOf('trailer')),
  }))
  const labels: Readonly<Record<Part, string>> = { vehicle: t`Vehicle`, driver: t`Driver`, trailer: t`Trailer` }
  const names = Object.keys(parts) as Part[]
  const taken = names.flatMap((part) => partOf(part)?.resource_id ?? [])
  const idsOf = (some: readonly Part[]) => some.flatMap((part) => chosen[part]?.id ?? [])
  function submit() {
    const others = own.map(({ resource_id }) => resource_id).filter((id) => !taken.includes(id))
    onRun({ kind: 'PLACE', trip_id: trip.id, resource_ids: [...idsOf(names), ...others] })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Driver and trailer of ${trip.name}`} text={trip.route}>
      <Form
        label={t`Driver and trailer of ${trip.name}`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} />}
      >
        {names.map((part) => (
          <Field key={part} label={labels[part]} fault={undefined}>
            {(input) => (
              <CandidateField
                {...input}
                wanted={{
                  ...{ tripId: trip.id, kind: kinds[part], insteadOf: taken },
                  along: idsOf(names.filter((one) => one !== part)),
                }}
                value={chosen[part]}
                onChange={(one) => setChosen((before) => ({ ...before, [part]: one }))}
              />
            )}
          </Field>
        ))}
      </Form>
    </Dialog>
  )
}

function isOf({ resource_type }: BoardResource, part: Part): boolean {
  return (parts[part] as readonly string[]).includes(resource_type)
}

function chosenOf(one: BoardResource | undefined): Chosen | null {
  return one === undefined ? null : { id: one.resource_id, name: one.name }
}
