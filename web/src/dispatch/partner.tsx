import type { Dispatch, DispatchRevision, PendingDispatch } from '@cartage/contract/dispatch/app'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw } from '../ui/icons.tsx'
import { MemberChanges } from '../ui/member-changes.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { DispatchState, RevisionState, useOperationLabels } from './labels.tsx'
import { useDispatchAction } from './queries.ts'

// Loaded when it is opened.
const MessageDialog = lazy(async () => ({ default: (await import('./message.dialog.tsx')).MessageDialog }))

/** Dispatch state of a trip or booking at one partner, with all messages. */
export function Partner({ dispatch }: { dispatch: Dispatch }) {
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

/** Changes not sent to the partner yet, and since when its version is outdated. */
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
  /** An older message is not resent after the partner accepted a later one. */
  isLast: boolean
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const word = useOperationLabels()[revision.operation]
  const mayWrite = usePermission('dispatch.write')
  const dispatchAction = useDispatchAction(dispatch.trip_id)
  const [isOpen, setIsOpen] = useState(false)
  const [isShown, setIsShown] = useState(false)
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
          <Button variant="ghost" onClick={() => setIsShown(true)}>
            <Trans>Show message</Trans>
          </Button>
          {isLast && mayWrite && revision.status !== 'EXPIRED' && (
            <Button icon={RotateCw} onClick={resend} isBusy={dispatchAction.isPending}>
              <Trans>Resend</Trans>
            </Button>
          )}
        </span>
      </div>
      {isShown && (
        <LateDialog>
          <MessageDialog dispatch={dispatch} revision={revision.revision} onClose={() => setIsShown(false)} />
        </LateDialog>
      )}
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
