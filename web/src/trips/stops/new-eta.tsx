import type { StopFacts } from '@cartage/contract/orders/app/punctuality'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { usePermission } from '../../session/permission.ts'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { placeName } from '../trip-steps.tsx'
import { EnteredBy } from './entered-by.tsx'

const EtaDialog = lazy(async () => ({ default: (await import('./eta.dialog.tsx')).EtaDialog }))

/** ETA-4: who entered the ETA of an upcoming stop, and a button to enter another. */
export function NewEta({
  stop,
  facts,
  record: { trip, places, said_etas },
}: {
  stop: TripRecord['trip']['stops'][number]
  facts: StopFacts
  record: TripRecord
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const mayReport = usePermission('trip.write')
  const isAhead = stop.status !== 'AT_STOP' && stop.status !== 'COMPLETED' && stop.status !== 'CANCELLED'
  if (!['PLANNED', 'IN_PROGRESS'].includes(trip.status) || !isAhead) return null
  const said = said_etas.find(({ stop_id }) => stop_id === stop.stop_id) ?? null
  const place = placeName(places, stop)
  return (
    <span className="block text-[12px]">
      {said && (
        <span className="block">
          <EnteredBy said={said} />
        </span>
      )}
      {mayReport && (
        <button
          type="button"
          className="underline-offset-2 hover:text-ink hover:underline"
          aria-label={t`New ETA: ${place}`}
          onClick={() => setIsOpen(true)}
        >
          <Trans>New ETA…</Trans>
        </button>
      )}
      {isOpen && (
        <LateDialog>
          <EtaDialog
            stop={{
              ...{ stop_id: stop.stop_id, time_zone: facts.time_zone, asked_to: facts.asked_to },
              ...{ expected_at: stop.eta_start_at, said },
            }}
            place={place}
            tripName={trip.name}
            orderId={stop.order_id}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </span>
  )
}
