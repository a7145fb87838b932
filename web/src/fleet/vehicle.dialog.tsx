import type { TelematicsConnection, TelematicsSource } from '@cartage/contract/positions/app/connections'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { findVehicles, useConnectionActions } from './connections.queries.ts'

type Vehicle = Awaited<ReturnType<typeof findVehicles>>[number]

/** Assigns a device to a vehicle (TELE-5). */
export function VehicleDialog({
  connection,
  source,
  onClose,
}: {
  connection: TelematicsConnection
  source: TelematicsSource
  onClose: () => void
}) {
  const { t } = useLingui()
  const { choose } = useConnectionActions()
  const [vehicle, setVehicle] = useState<Vehicle | null>(null)
  const { source_key } = source
  const title = t`Which vehicle is ${source_key}?`
  const save = () =>
    choose.mutate(
      { connection_key: connection.connection_key, source_key, resource_id: vehicle?.resource_id ?? null },
      { onSuccess: onClose },
    )
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        failure={choose.error ? failureOf(choose.error) : undefined}
        onSubmit={save}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={choose.isPending} />}
      >
        <Field label={t`Vehicle (empty: matched by VIN, plate and id)`} fault={undefined}>
          {(input) => (
            <Combobox
              {...input}
              value={vehicle}
              onChange={setVehicle}
              queryKey={['telematics', 'vehicles']}
              search={findVehicles}
              textOf={({ name }) => name}
              keyOf={({ resource_id }) => resource_id}
              sideOf={({ license_plate }) => license_plate}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
