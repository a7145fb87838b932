import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { ListCombobox } from '../../ui/form/list-combobox.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { BoardCommand } from '../command.queries.ts'
import { type BoardModel, combinationAt } from '../rows.ts'

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
  onRun: (command: BoardCommand) => void
}) {
  const { t } = useLingui()
  const [toTripId, setToTripId] = useState('')
  const [rowKey, setRowKey] = useState<string | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const rows = model.rows.filter(({ kind }) => kind === 'resource')
  const trips = [...model.trips.values()]
    .filter(({ id, isOpen }) => isOpen && id !== trip.id)
    .toSorted((one, other) => one.start - other.start)
    .map(({ id, name, route }) => ({ value: id, label: `${name} · ${route}` }))
  const isEmpty = toTripId === '' && rowKey === null
  const title = t`Move from ${trip.name}`
  function submit() {
    setIsSubmitted(true)
    if (isEmpty) return
    const row = rows.find(({ key }) => key === rowKey)
    const target =
      toTripId === ''
        ? { tripIds: [trip.id], resourceIds: row ? combinationAt(row, trip.start, model.directory) : [] }
        : { tripIds: [trip.id, toTripId], toTripId }
    onRun({ kind: 'move', orderIds, stopIds, ...target })
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={trip.route}>
      <Form label={title} onSubmit={submit} foot={<DialogFoot verb={<Trans>Move</Trans>} onClose={onClose} />}>
        <Field label={t`To trip`} fault={isSubmitted && isEmpty ? t`Choose a trip or a row.` : undefined}>
          {(input) => (
            <ListCombobox {...input} listKey="board trips" choices={trips} value={toTripId} onChange={setToTripId} />
          )}
        </Field>
        {toTripId === '' && (
          <Field label={t`Or to a new trip on`} fault={undefined}>
            {(input) => (
              <Select
                {...input}
                placeholder={t`Not assigned`}
                choices={rows.map(({ key, title: name, text }) => ({
                  value: key,
                  label: [name, text].filter(Boolean).join(' · '),
                }))}
                value={rowKey}
                onChange={setRowKey}
              />
            )}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
