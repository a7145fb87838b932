import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { findCompanies } from '../../companies/queries.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ListCombobox } from '../../ui/form/list-combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { BoardCommand } from '../command.queries.ts'
import type { BoardModel } from '../rows.ts'

type Company = Awaited<ReturnType<typeof findCompanies>>[number]

/** Adds a resource to a trip, or has a carrier drive it. */
export function AssignDialog({
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
  const [resourceId, setResourceId] = useState('')
  const [carrier, setCarrier] = useState<Company | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const own = new Set(trip.trip.resources.map(({ resource_id }) => resource_id))
  const choices = [...model.directory.resources.values()]
    .filter(({ resource_id }) => !own.has(resource_id))
    .map(({ resource_id, name, license_plate }) => ({
      value: resource_id,
      label: [name, license_plate].filter(Boolean).join(' · '),
    }))
  const isEmpty = resourceId === '' && carrier === null
  const title = t`Assign to ${trip.name}`
  function submit() {
    setIsSubmitted(true)
    if (isEmpty) return
    onRun({
      kind: 'assign',
      tripId: trip.id,
      resourceIds: resourceId === '' ? [] : [resourceId],
      carrierId: carrier?.id,
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.route}>
      <Form label={title} onSubmit={submit} foot={<DialogFoot verb={<Trans>Assign</Trans>} onClose={onClose} />}>
        <Field label={t`Resource`} fault={isSubmitted && isEmpty ? t`Choose a resource or a carrier.` : undefined}>
          {(input) => (
            <ListCombobox
              {...input}
              listKey="board resource"
              choices={choices}
              value={resourceId}
              onChange={setResourceId}
            />
          )}
        </Field>
        <Field label={t`Carrier`} fault={undefined}>
          {(input) => (
            <Combobox
              {...input}
              value={carrier}
              onChange={setCarrier}
              queryKey={['companies', 'find']}
              search={findCompanies}
              textOf={({ name }) => name}
              keyOf={({ id }) => id}
              sideOf={({ city }) => city}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
