import type { DispatchDestination } from '@cartage/contract/dispatch/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { destinationsQuery, useDispatchAction } from './queries.ts'

/** The choice of the partner that the trip itself names. */
const found = 'found'

/** Dispatches a trip to a partner: the one its subcontractor or resources lead to, or one that is chosen. */
export function DispatchDialog({ record, onClose }: { record: TripRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const dispatchAction = useDispatchAction(record.trip.trip_id)
  const [chosen, setChosen] = useState(found)
  const destinations = useQuery(destinationsQuery)
  const fitting = (destinations.data?.items ?? []).filter(takesTrips)
  const who = record.subcontractor?.name
  const choices = [
    { value: found, label: who === undefined ? t`Carrier of the assigned vehicle` : t`Assigned carrier: ${who}` },
    ...fitting.map((one) => ({ value: one.dispatch_destination_id, label: one.name })),
  ]
  const send = () =>
    dispatchAction.mutate(
      { kind: 'send', destinationId: chosen === found ? null : chosen },
      {
        onSuccess() {
          toasts.done(t`Trip ${record.trip.name} dispatched`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Dispatch trip ${record.trip.name}`}
      text={
        record.trip.is_dispatched
          ? t`The carrier receives the trip and every later update. The current carrier is notified that it is withdrawn.`
          : t`The carrier receives the trip and every later update.`
      }
      foot={
        <DialogFoot
          verb={<Trans>Dispatch trip</Trans>}
          onClose={onClose}
          onConfirm={send}
          isBusy={dispatchAction.isPending}
        />
      }
    >
      <div className="grid gap-3">
        <Field label={t`Carrier`} fault={undefined}>
          {(input) => <Select {...input} choices={choices} value={chosen} onChange={setChosen} />}
        </Field>
        {dispatchAction.error && <ErrorPanel {...failureOf(dispatchAction.error)} />}
      </div>
    </Dialog>
  )
}

function takesTrips({ kind, is_archived, subscription_id }: DispatchDestination): boolean {
  return !is_archived && subscription_id !== null && (kind === 'SUBCO' || kind === 'FLEET')
}
