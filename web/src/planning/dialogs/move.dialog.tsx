import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MomentInput, useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { momentText, readMoment } from '../../ui/time/read-moment.ts'
import type { DropPlace } from '../drag.ts'
import { commandOf } from '../drop.ts'
import type { Movable } from '../grid/dragged.ts'
import type { BoardModel, BoardRow } from '../rows.ts'
import { RowField } from './row-field.tsx'

/** Moves a trip or an order without a pointer. */
export function MoveDialog({
  dragged,
  model,
  onClose,
  onMove,
}: {
  dragged: Movable
  model: BoardModel
  onClose: () => void
  onMove: (place: DropPlace) => void
}) {
  const { t } = useLingui()
  const rows = model.rows.filter(({ kind }) => kind === 'resource')
  const [rowKey, setRowKey] = useState(() => rowOf(dragged, model))
  const [start, setStart] = useState(() => momentText(firstStart(dragged)))
  const [isFaulty, setIsFaulty] = useState(false)
  const reading = useReading()
  const row = rows.find(({ key }) => key === rowKey)
  const title = dragged.kind === 'trip' ? t`Move ${dragged.trip.name}` : t`Plan ${numbersOf(dragged)}`
  function commandOn(row: BoardRow) {
    const at = readMoment(start, reading)
    const place = { row, start: Date.parse(at ?? ''), onTrip: undefined }
    return typeof at === 'string' ? commandOf(dragged, place, model.directory) : undefined
  }
  function submit() {
    const at = readMoment(start, reading)
    if (typeof at !== 'string' || row === undefined) return setIsFaulty(true)
    onMove({ row, start: Date.parse(at), onTrip: undefined })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={dragged.kind === 'trip' ? dragged.trip.route : dragged.orders.map(({ route }) => route).join('; ')}
    >
      <Form
        label={title}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={dragged.kind === 'trip' ? <Trans>Move trip</Trans> : <Trans>Plan</Trans>}
            onClose={onClose}
          />
        }
      >
        <Field label={t`Planning row`} fault={isFaulty && row === undefined ? t`Choose a row.` : undefined}>
          {(input) => (
            <RowField
              {...input}
              rows={rows}
              trips={model.trips}
              value={row}
              onChange={(one) => setRowKey(one?.key)}
              wanted={['move', dragged.kind === 'trip' ? dragged.trip.id : dragged.orders.map(({ id }) => id), start]}
              commandOf={commandOn}
            />
          )}
        </Field>
        <Field
          label={t`Start`}
          fault={isFaulty && typeof readMoment(start, reading) !== 'string' ? t`Enter a date and a time.` : undefined}
        >
          {(input) => <MomentInput {...input} value={start} onChange={setStart} />}
        </Field>
      </Form>
    </Dialog>
  )
}

function numbersOf({ orders }: Movable & { kind: 'orders' }): string {
  return orders.map(({ order }) => order.order_number).join(', ')
}

function rowOf(dragged: Movable, { rows }: BoardModel): string | undefined {
  if (dragged.kind === 'orders') return undefined
  return rows.find(({ kind, trips }) => kind === 'resource' && trips.some(({ id }) => id === dragged.trip.id))?.key
}

function firstStart(dragged: Movable): number | null {
  if (dragged.kind === 'trip') return Number.isNaN(dragged.trip.start) ? null : dragged.trip.start
  const [first] = dragged.orders
  const at = first?.day == null ? Number.NaN : Date.parse(readDayTime(first.day, first.times))
  return Number.isNaN(at) ? null : at
}

/** Start of an order's time window, in the tenant's time zone. */
function readDayTime(day: string, times: string): string {
  const time = /^\d\d:\d\d/.exec(times)?.[0] ?? '08:00'
  const at = readMoment(`${day} ${time}`, { today: day, language: 'en' })
  return at ?? ''
}
