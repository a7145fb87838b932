import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Send } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { AnswerSection } from './answer.section.tsx'
import { DispatchDialog } from './dispatch.dialog.tsx'
import { Partner } from './partner.tsx'
import { tripDispatchesQuery } from './queries.ts'

/** Dispatches of a trip and its bookings: all messages with changes and results. */
function Messages({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const query = useQuery(tripDispatchesQuery(record.trip.trip_id))
  const [isOpen, setIsOpen] = useState(false)
  const { status } = record.trip
  const isDraft = status === 'CREATED'
  const isOver = status === 'COMPLETED' || status === 'CANCELLED'
  const maySend = usePermission('dispatch.write') && !isDraft && !isOver
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            icon={Send}
            title={t`Not dispatched yet`}
            text={
              isDraft
                ? t`Confirm the trip to dispatch it. Messages to the carrier appear here with their responses.`
                : t`Messages to the carrier appear here with their responses and changes.`
            }
          >
            {maySend && (
              <div className="pt-4">
                <Button variant="brand" icon={Send} onClick={() => setIsOpen(true)}>
                  <Trans>Dispatch…</Trans>
                </Button>
                {isOpen && <DispatchDialog record={record} onClose={() => setIsOpen(false)} />}
              </div>
            )}
          </EmptyState>
        ) : (
          <div className="grid max-w-[960px] gap-4 px-4 py-4">
            {items.map((one) => (
              <Partner key={one.dispatch_id} dispatch={one} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

/** Carrier's answer, and all messages about the trip and its bookings. */
export function DispatchTab({ record }: { record: TripRecord }) {
  return (
    <>
      <AnswerSection tripId={record.trip.trip_id} hasStarted={record.trip.status === 'IN_PROGRESS'} />
      <Messages record={record} />
    </>
  )
}
