import type { DispatchDestination } from '@cartage/contract/dispatch/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Link2 } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { candidatesQuery, type PlanCandidate } from '../verdicts/candidates.queries.ts'
import { CarrierVerdict } from '../verdicts/carrier-verdict.tsx'
import { rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { destinationsQuery, useDispatchAction } from './queries.ts'

// Loaded when it is opened.
const CarrierLinkDialog = lazy(async () => ({
  default: (await import('../links/carrier-link.dialog.tsx')).CarrierLinkDialog,
}))

/** The partner assigned to the trip. */
const found = 'found'

/** Dispatches a trip to a partner: the one of its subcontractor or resources, or a selected one. */
export function DispatchDialog({ record, onClose }: { record: TripRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const dispatchAction = useDispatchAction(record.trip.trip_id)
  const [chosen, setChosen] = useState(found)
  const destinations = useQuery(destinationsQuery)
  const fitting = (destinations.data?.items ?? []).filter(takesTrips)
  const [isLink, setIsLink] = useState(false)
  const carrier = record.subcontractor
  const who = carrier?.name
  const hasChannel = fitting.some(
    ({ kind, subcontractor_id }) =>
      kind === 'SUBCO' && (subcontractor_id === null || subcontractor_id === carrier?.company_id),
  )
  const isWithoutChannel = carrier !== null && destinations.isSuccess && !hasChannel && chosen === found
  const standings = useStandings(record, destinations.data && fitting)
  const own = carrier === null ? undefined : standings.get(carrier.company_id)
  const assigned = who === undefined ? t`Carrier of the assigned vehicle` : t`Assigned carrier: ${who}`
  const choices = [
    // Assignment may already have overridden a refusal.
    { value: found, label: assigned, note: own?.message },
    ...inOrder(fitting.map((one) => choiceOf(one, standings, carrier?.company_id))),
  ]
  const rejected = rejectedPlanOf(dispatchAction.error)
  const send = (reason?: string) =>
    dispatchAction.mutate(
      { kind: 'send', destinationId: chosen === found ? null : chosen, ...(reason !== undefined && { reason }) },
      {
        onSuccess() {
          toasts.done(t`Trip ${record.trip.name} dispatched`)
          onClose()
        },
      },
    )
  if (isLink) {
    return (
      <LateDialog>
        <CarrierLinkDialog tripId={record.trip.trip_id} onClose={onClose} />
      </LateDialog>
    )
  }
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
      footer={
        <DialogFooter
          verb={<Trans>Dispatch trip</Trans>}
          onClose={onClose}
          onConfirm={() => send()}
          isBusy={dispatchAction.isPending}
        />
      }
    >
      <div className="grid gap-3">
        <Field label={t`Carrier`} fault={undefined}>
          {(input) => <Select {...input} choices={choices} value={chosen} onChange={setChosen} />}
        </Field>
        {isWithoutChannel && <NoChannel who={carrier.name} onLink={() => setIsLink(true)} />}
        {chosen === found && own?.message && <p className="text-ink-2">{own.message}</p>}
        {dispatchAction.error && !rejected && <ErrorPanel {...failureOf(dispatchAction.error)} />}
        {rejected && (
          <CarrierVerdict
            rejectedPlan={rejected}
            verb={t`Dispatch anyway`}
            isBusy={dispatchAction.isPending}
            onClose={dispatchAction.reset}
            onOverride={send}
          />
        )}
      </div>
    </Dialog>
  )
}

type Standings = ReadonlyMap<string, PlanCandidate>

/** The verdict's objections to the trip's carrier and to partner companies (FIT-8). */
function useStandings(
  { trip, subcontractor }: TripRecord,
  partners: readonly DispatchDestination[] | undefined,
): Standings {
  const mayAsk = usePermission('trip.write')
  const named = [subcontractor?.company_id, ...(partners ?? []).map((one) => one.subcontractor_id)]
  const only = [...new Set(named.flatMap((id) => id ?? []))].slice(0, 40)
  const wanted = { tripId: trip.trip_id, kind: 'CARRIER', only } as const
  const answer = useQuery({ ...candidatesQuery(wanted), enabled: mayAsk && partners !== undefined && only.length > 0 })
  return new Map(answer.data?.map((one) => [one.id, one]))
}

function choiceOf(
  { dispatch_destination_id: value, name: label, subcontractor_id }: DispatchDestination,
  standings: Standings,
  assigned: string | undefined,
) {
  const standing = subcontractor_id === null ? undefined : standings.get(subcontractor_id)
  const isBarred = standing?.verdict === 'HARD' && subcontractor_id !== assigned
  return { value, label, note: standing?.message, isBarred }
}

/** Sorts choices without objections first. */
function inOrder<One extends { note: string | null | undefined }>(choices: readonly One[]): One[] {
  return choices.toSorted((one, other) => Number(Boolean(one.note)) - Number(Boolean(other.note)))
}

/** A carrier without a channel gets a link to a page where it answers, reports and uploads. */
function NoChannel({ who, onLink }: { who: string; onLink: () => void }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-sunken p-3">
      <p>
        <Trans>
          {who} has no channel. Send a link instead: the carrier answers, reports and uploads documents there.
        </Trans>
      </p>
      <div>
        <Button icon={Link2} onClick={onLink}>
          <Trans>Carrier link…</Trans>
        </Button>
      </div>
    </div>
  )
}

function takesTrips({ kind, is_archived, subscription_id }: DispatchDestination): boolean {
  return !is_archived && subscription_id !== null && (kind === 'SUBCO' || kind === 'FLEET')
}
