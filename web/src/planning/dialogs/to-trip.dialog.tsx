import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ListCombobox } from '../../ui/form/list-combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import { type BoardModel, type BoardRow, combinationAt } from '../rows.ts'
import { RowField } from './row-field.tsx'

/** Moves stops or orders from one trip to another, or to a new one on a row. */
export function ToTripDialog({
  trip,
  orderIds,
  stopIds,
  model,
  onClose,
  onRun,
}: {
  trip: BoardTrip
  orderIds: readonly string[]
  stopIds: readonly string[]
  model: BoardModel
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const [toTripId, setToTripId] = useState('')
  const [rowKey, setRowKey] = useState<string>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const rows = model.rows.filter(({ kind }) => kind === 'resource')
  const row = rows.find(({ key }) => key === rowKey)
  const trips = [...model.trips.values()]
    .filter(({ id, isOpen }) => isOpen && id !== trip.id)
    .toSorted((one, other) => one.start - other.start)
    .map(({ id, name, route }) => ({ value: id, label: `${name} · ${route}` }))
  const isEmpty = toTripId === '' && row === undefined
  const title = t`Move from ${trip.name}`
  const taken = { order_ids: orderIds, stop_ids: stopIds }
  function newTripOn(on: BoardRow): PlanningCommand {
    const resource_ids = combinationAt(on, trip.start, model.directory)
    return { kind: 'MOVE', ...taken, new_trip: { resource_ids } }
  }
  function submit() {
    setIsSubmitted(true)
    if (toTripId !== '') onRun({ kind: 'MOVE', ...taken, trip_id: toTripId })
    else if (row) onRun(newTripOn(row))
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.route}>
      <Form label={title} onSubmit={submit} footer={<DialogFooter verb={<Trans>Move</Trans>} onClose={onClose} />}>
        <Field label={t`To trip`} fault={isSubmitted && isEmpty ? t`Choose a trip or a row.` : undefined}>
          {(input) => (
            <ListCombobox {...input} listKey="board trips" choices={trips} value={toTripId} onChange={setToTripId} />
          )}
        </Field>
        {toTripId === '' && (
          <Field label={t`Or to a new trip on`} fault={undefined}>
            {(input) => (
              <RowField
                {...input}
                placeholder={t`Not assigned`}
                rows={rows}
                trips={model.trips}
                value={row}
                onChange={(one) => setRowKey(one?.key)}
                wanted={['to trip', trip.id, orderIds, stopIds]}
                commandOf={newTripOn}
              />
            )}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
