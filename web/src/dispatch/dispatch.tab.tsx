import type { Dispatch, DispatchRevision, PendingDispatch } from '@cartage/contract/dispatch/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw, Send } from '../ui/icons.tsx'
import { MemberChanges } from '../ui/member-changes.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { DispatchDialog } from './dispatch.dialog.tsx'
import { tripDispatchesQuery, useDispatchAction } from './queries.ts'
import { DispatchState, RevisionState, useOperationWords } from './words.tsx'

/** The dispatches of a trip and its bookings, every message with what it changed and its result. */
export function DispatchTab({ record }: { record: TripRecord }) {
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

function Partner({ dispatch }: { dispatch: Dispatch }) {
  const { t } = useLingui()
  const subjects = {
    TRIP: t`Trip`,
    LOCATION_BOOKING: t`Time slot`,
    INTERMODAL_BOOKING: t`Main leg`,
  }
  return (
    <section className="rounded-lg border border-line" aria-label={dispatch.destination_name}>
      <div className="flex min-h-10 items-center gap-3 border-b border-line px-3">
        <h2 className="font-semibold">{dispatch.destination_name}</h2>
        <span className="text-ink-3">{subjects[dispatch.subject_type]}</span>
        <span className="ml-auto">
          <DispatchState dispatch={dispatch} />
        </span>
      </div>
      {dispatch.trouble !== null && (
        <p role="status" className="border-b border-line bg-amber-soft px-3 py-1.5">
          {dispatch.trouble}
        </p>
      )}
      {dispatch.pending !== null && <Pending dispatch={dispatch} pending={dispatch.pending} />}
      <ol>
        {dispatch.revisions.map((revision, at) => (
          <Message key={revision.revision} dispatch={dispatch} revision={revision} isLast={at === 0} />
        ))}
      </ol>
    </section>
  )
}

/** What the partner still has to get, and since when it has an older version. */
function Pending({ dispatch, pending }: { dispatch: Dispatch; pending: PendingDispatch }) {
  const { t } = useLingui()
  const changes = pending.difference.map(({ path, before, after }) => ({ name: path, before, after }))
  return (
    <div role="status" className="border-b border-line bg-amber-soft px-3 py-2" data-pending={pending.operation}>
      <p className="font-medium">
        {pending.operation === 'CANCEL' ? t`Not yet notified that it is withdrawn` : t`Carrier has an older version`}
        {dispatch.differs_since !== null && (
          <span className="pl-2 font-normal text-ink-2">
            <RelativeTime instant={dispatch.differs_since} />
          </span>
        )}
      </p>
      {changes.length > 0 && <MemberChanges changes={changes} />}
    </div>
  )
}

function Message({
  dispatch,
  revision,
  isLast,
}: {
  dispatch: Dispatch
  revision: DispatchRevision
  /** After the partner took a later one, an older one is not sent again. */
  isLast: boolean
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const word = useOperationWords()[revision.operation]
  const mayWrite = usePermission('dispatch.write')
  const dispatchAction = useDispatchAction(dispatch.trip_id)
  const [isOpen, setIsOpen] = useState(false)
  const changes = revision.difference.length
  const resend = () =>
    dispatchAction.mutate(
      { kind: 'resend', dispatchId: dispatch.dispatch_id, revision: revision.revision },
      {
        onSuccess: () => toasts.done(t`Message ${revision.revision} queued for resend`),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-h-7 items-center gap-3">
        <span className="tnum w-7 text-ink-3">#{revision.revision}</span>
        <span className="w-28">
          <StatusBadge badge={word} />
        </span>
        <RevisionState status={revision.status} />
        <span className="text-ink-2">
          <When instant={revision.sent_at ?? revision.made_at} />
        </span>
        {revision.attempts > 1 && (
          <span className="text-ink-3">
            <Plural value={revision.attempts} one="# attempt" other="# attempts" />
          </span>
        )}
        <span className="ml-auto flex gap-1">
          {changes > 0 && (
            <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <Plural value={changes} one="# change" other="# changes" />
            </Button>
          )}
          {isLast && mayWrite && revision.status !== 'EXPIRED' && (
            <Button icon={RotateCw} onClick={resend} isBusy={dispatchAction.isPending}>
              <Trans>Resend</Trans>
            </Button>
          )}
        </span>
      </div>
      {revision.reason !== null && <p className="pl-10 text-red">{revision.reason}</p>}
      {isOpen && (
        <div className="pl-10">
          <MemberChanges
            changes={revision.difference.map(({ path, before, after }) => ({ name: path, before, after }))}
          />
        </div>
      )}
    </li>
  )
}
