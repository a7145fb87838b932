import type { TripDispatch, TripDispatchFailure } from '@cartage/contract/trips/app/list'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CodeBadges } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { Ban, Circle, CircleCheck, CircleDashed, CircleDot, CircleX, History, MapPin, Truck } from '../ui/icons.tsx'

/** Badges of trip states. */
export const tripBadges: CodeBadges = {
  CREATED: { word: msg`Draft`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  IN_PROGRESS: { word: msg`In progress`, tone: 'teal', icon: Truck },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** Badges of stop states. */
export const stopBadges: CodeBadges = {
  TEMPLATE: { word: msg`Template`, tone: 'grey', icon: CircleDashed },
  BLOCKED: { word: msg`On hold`, tone: 'red', icon: Ban },
  IGNORED: { word: msg`Ignored`, tone: 'grey', icon: Ban },
  TO_PLAN: { word: msg`Unplanned`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  DISPATCHED: { word: msg`Dispatched`, tone: 'teal', icon: CircleDot },
  ROUTE_TO_STOP: { word: msg`On the way`, tone: 'teal', icon: Truck },
  AT_STOP: { word: msg`At stop`, tone: 'teal', icon: MapPin },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** State of a trip. */
export function TripStatus({ status }: { status: string }) {
  return <CodeStatus badges={tripBadges} code={status} />
}

/** State of a stop of a trip. */
export function StopStatus({ status }: { status: string }) {
  return <CodeStatus badges={stopBadges} code={status} />
}

/** Marks a trip that the carrier refused, or whose message was declined or did not arrive (DISP-6). */
export function FailureTag({ state, reason }: Pick<TripDispatchFailure, 'state' | 'reason'>) {
  return (
    <span className="tag tone-red" title={reason ?? undefined}>
      <CircleX size={11} strokeWidth={2.5} aria-hidden="true" />
      {state === 'REFUSED' ? <Trans>Refused</Trans> : <Trans>Dispatch failed</Trans>}
    </span>
  )
}

/** Marks a trip whose carrier has an outdated version. */
export function OutdatedTag() {
  const { t } = useLingui()
  return (
    <span className="tag tone-amber" title={t`Carrier has an older version`}>
      <History size={11} strokeWidth={2.5} aria-hidden="true" />
      <Trans>Older version</Trans>
    </span>
  )
}

/** Whether the carrier currently does not drive the trip: it declined the trip or never received it. */
export function isNotWithCarrier(dispatch: TripDispatch | null): boolean {
  return dispatch !== null && (dispatch.state === 'DECLINED' || dispatch.state === 'UNDELIVERED')
}

/** Open points between a trip and its carrier. Nothing if the carrier accepted the present plan. */
export function CarrierTags({ dispatch }: { dispatch: TripDispatch | null }) {
  if (dispatch === null) return null
  return (
    <>
      {isNotWithCarrier(dispatch) && <FailureTag state="FAILED" reason={dispatch.reason} />}
      {dispatch.differs_since !== null && <OutdatedTag />}
    </>
  )
}

/** State of a dispatched trip at its carrier, in one word. */
export function useCarrierLabels(): (dispatch: TripDispatch | null) => string {
  const { t } = useLingui()
  return (dispatch) => {
    if (dispatch === null) return t`Not dispatched yet`
    if (dispatch.state === 'ACCEPTED') return t`Accepted`
    return isNotWithCarrier(dispatch) ? t`Dispatch failed` : t`Sending`
  }
}
