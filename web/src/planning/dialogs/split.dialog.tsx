import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ChosenLocation, LocationChoice } from '../../locations/location-choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { type BoardTrip, orderIdsOf } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import { type BoardModel, type BoardRow, combinationAt } from '../rows.ts'
import { RowField } from './row-field.tsx'

/** Splits an order of a trip at a transfer point, where a new trip continues. */
export function SplitDialog({
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
  const orders = orderIdsOf(trip.trip).flatMap((id) => model.directory.orders.get(id) ?? [])
  const rows = model.rows.filter(({ kind }) => kind === 'resource')
  const [orderId, setOrderId] = useState<string | null>(orders[0]?.order_id ?? null)
  const [point, setPoint] = useState<ChosenLocation | null>(null)
  const [rowKey, setRowKey] = useState<string>()
  const row = rows.find(({ key }) => key === rowKey)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const title = t`Split ${trip.name}`
  function commandOn(on: BoardRow | undefined): PlanningCommand | undefined {
    if (orderId === null || point === null) return undefined
    const resource_ids = on ? combinationAt(on, trip.end, model.directory) : []
    const order = { order_id: orderId, from_trip_id: trip.id, location_id: point.id }
    return { kind: 'SPLIT', ...order, new_trip: { resource_ids } }
  }
  function submit() {
    setIsSubmitted(true)
    const command = commandOn(row)
    if (command) onRun(command)
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={t`A new trip takes the order on from the transfer point.`}>
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Split order</Trans>} onClose={onClose} />}
      >
        <Field label={t`Order`} fault={isSubmitted && orderId === null ? t`Choose an order.` : undefined}>
          {(input) => (
            <Select
              {...input}
              choices={orders.map(({ order_id, order_number, customer_name }) => ({
                value: order_id,
                label: `${order_number} · ${customer_name}`,
              }))}
              value={orderId}
              onChange={setOrderId}
            />
          )}
        </Field>
        <LocationChoice
          label={t`Transfer point`}
          value={point}
          onChange={setPoint}
          isMissing={isSubmitted && point === null}
        />
        <Field label={t`Carried on by`} fault={undefined}>
          {(input) => (
            <RowField
              {...input}
              placeholder={t`Not assigned`}
              rows={rows}
              trips={model.trips}
              value={row}
              onChange={(one) => setRowKey(one?.key)}
              wanted={['split', trip.id, orderId, point?.id]}
              commandOf={commandOn}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
