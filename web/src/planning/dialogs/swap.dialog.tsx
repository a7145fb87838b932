import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ListCombobox } from '../../ui/form/list-combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { BoardCommand } from '../command.queries.ts'
import type { BoardModel, BoardResource } from '../rows.ts'

/** What a trip has one of, with the kinds that can be it. */
const parts = {
  vehicle: ['TRACTOR', 'RIGID', 'VAN'],
  driver: ['DRIVER'],
  trailer: ['TRAILER', 'FULL_TRAILER'],
} as const
type Part = keyof typeof parts

/** Gives a trip another vehicle, driver or trailer, its times as they are. */
export function SwapDialog({
  trip,
  model,
  onClose,
  onRun,
}: {
  trip: BoardTrip
  model: BoardModel
  onClose: () => void
  onRun: (command: BoardCommand) => void
}) {
  const { t } = useLingui()
  const own = trip.trip.resources.flatMap(({ resource_id }) => model.directory.resources.get(resource_id) ?? [])
  const idOf = (part: Part) => own.find((one) => isOf(one, part))?.resource_id ?? ''
  const [chosen, setChosen] = useState<Readonly<Record<Part, string>>>(() => ({
    vehicle: idOf('vehicle'),
    driver: idOf('driver'),
    trailer: idOf('trailer'),
  }))
  const labels: Readonly<Record<Part, string>> = { vehicle: t`Vehicle`, driver: t`Driver`, trailer: t`Trailer` }
  const names = Object.keys(parts) as Part[]
  function submit() {
    const others = own.filter((one) => !names.some((part) => isOf(one, part) && one.resource_id === idOf(part)))
    const resourceIds = [...names.map((part) => chosen[part]), ...others.map((one) => one.resource_id)].filter(Boolean)
    onRun({ kind: 'place', tripId: trip.id, resourceIds })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Driver and trailer of ${trip.name}`} text={trip.route}>
      <Form
        label={t`Driver and trailer of ${trip.name}`}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Save</Trans>} onClose={onClose} />}
      >
        {names.map((part) => (
          <Field key={part} label={labels[part]} fault={undefined}>
            {(input) => (
              <ListCombobox
                {...input}
                listKey={`board ${part}`}
                choices={choicesOf(model, part)}
                value={chosen[part]}
                onChange={(id) => setChosen((before) => ({ ...before, [part]: id }))}
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

function choicesOf({ directory }: BoardModel, part: Part) {
  return [...directory.resources.values()]
    .filter((one) => isOf(one, part))
    .map(({ resource_id, name, license_plate }) => ({
      value: resource_id,
      label: [name, license_plate].filter(Boolean).join(' · '),
    }))
}
