import type { DayException } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useOrderAction } from '../../orders/order.queries.ts'
import { usePermission } from '../../session/permission.ts'
import { ReplaceDriver } from '../../trips/replace-driver.tsx'
import { Button } from '../../ui/button.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'

const AnotherCarrierDialog = lazy(async () => ({
  default: (await import('./another-carrier.dialog.tsx')).AnotherCarrierDialog,
}))
const SilentCarrierDialog = lazy(async () => ({
  default: (await import('./silent-carrier.dialog.tsx')).SilentCarrierDialog,
}))
const EtaDialog = lazy(async () => ({ default: (await import('../../trips/stops/eta.dialog.tsx')).EtaDialog }))

/** The action on an exception. Nothing for read-only users. */
export function ExceptionAction({ one }: { one: DayException }) {
  const mayPlan = usePermission('trip.write')
  const mayDispatch = usePermission('dispatch.write')
  const mayRelease = usePermission('order.write')
  const { kind, order_id: orderId, trip_id: tripId } = one
  if (kind === 'UNPLANNED' && mayPlan) {
    return (
      <Link to="/planning" search={{ find: one.order_number ?? undefined }} className="btn btn-outline">
        <Trans>Plan</Trans>
      </Link>
    )
  }
  if (kind === 'TO_CONFIRM' && orderId !== null && mayRelease) return <Confirm one={one} orderId={orderId} />
  if (kind === 'ON_HOLD' && orderId !== null && mayRelease) return <Release one={one} orderId={orderId} />
  if (['REFUSED', 'DECLINED', 'OUTDATED'].includes(kind) && tripId !== null && mayDispatch) {
    return (
      <Link to="/trips/$tripId" params={{ tripId }} search={{ tab: 'dispatch' }} className="btn btn-outline">
        <Trans>Dispatch…</Trans>
      </Link>
    )
  }
  if (kind === 'CARRIER_BLOCKED' && tripId !== null && mayPlan) return <AnotherCarrier one={one} tripId={tripId} />
  if (one.silent && tripId !== null && mayDispatch) return <Silent {...{ one, tripId }} silent={one.silent} />
  if (one.away && tripId !== null && mayPlan) {
    return <ReplaceDriver tripId={tripId} tripName={one.trip_name ?? ''} driver={one.away} />
  }
  if (one.late_stop && tripId !== null && mayPlan) return <NewEta one={one} stop={one.late_stop} />
  if ((kind === 'LATE' || kind === 'OVERDUE') && tripId !== null) {
    return (
      <Link to="/trips/$tripId" params={{ tripId }} className="btn btn-outline">
        <Trans>Open trip</Trans>
      </Link>
    )
  }
  return null
}

function NewEta({ one, stop }: { one: DayException; stop: NonNullable<DayException['late_stop']> }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const name = one.trip_name ?? ''
  return (
    <>
      <Button aria-label={t`New ETA: ${name}`} onClick={() => setIsOpen(true)}>
        <Trans>New ETA…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <EtaDialog
            stop={stop}
            place={one.place?.city ?? one.place?.name ?? ''}
            tripName={name}
            orderId={one.order_id}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </>
  )
}

function AnotherCarrier({ one, tripId }: { one: DayException; tripId: string }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const name = one.trip_name ?? ''
  return (
    <>
      <Button aria-label={t`Choose another carrier: ${name}`} onClick={() => setIsOpen(true)}>
        <Trans>Carrier…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <AnotherCarrierDialog tripId={tripId} tripName={name} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function Silent(props: { one: DayException; silent: NonNullable<DayException['silent']>; tripId: string }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const name = props.one.trip_name ?? ''
  return (
    <>
      <Button aria-label={t`Answer of the carrier: ${name}`} onClick={() => setIsOpen(true)}>
        <Trans>Answer…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <SilentCarrierDialog {...props} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function Confirm({ one, orderId }: { one: DayException; orderId: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useOrderAction(orderId)
  const number = one.order_number ?? ''
  return (
    <Button
      isBusy={isPending}
      aria-label={t`Confirm order ${number}`}
      onClick={() =>
        mutate(
          { kind: 'confirm' },
          {
            onSuccess: () => toasts.done(t`Order ${number} confirmed`),
            onError: (error) => toasts.failed(failureOf(error)),
          },
        )
      }
    >
      <Trans>Confirm</Trans>
    </Button>
  )
}

function Release({ one, orderId }: { one: DayException; orderId: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useOrderAction(orderId)
  const number = one.order_number ?? ''
  return (
    <Button
      isBusy={isPending}
      aria-label={t`Release: ${number}`}
      onClick={() =>
        mutate(
          { kind: 'unblock' },
          {
            onSuccess: () => toasts.done(t`Order ${number} released`),
            onError: (error) => toasts.failed(failureOf(error)),
          },
        )
      }
    >
      <Trans>Release</Trans>
    </Button>
  )
}
