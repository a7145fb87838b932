import type { DayException } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useDispatchAction } from '../../dispatch/queries.ts'
import { PhoneLink } from '../../records/phone-link.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowRightLeft, Mail, Phone, Undo2 } from '../../ui/icons.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlay/dialog.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { When } from '../../ui/time/when.tsx'

const AnswerDialog = lazy(async () => ({ default: (await import('../../dispatch/answer.dialog.tsx')).AnswerDialog }))
const SendDialog = lazy(async () => ({ default: (await import('../../mails/send.dialog.tsx')).SendDialog }))
const AnotherCarrierDialog = lazy(async () => ({
  default: (await import('./another-carrier.dialog.tsx')).AnotherCarrierDialog,
}))

type Opened = 'answer' | 'remind' | 'other' | 'withdraw'

/** DISP-9: a carrier that did not answer in time is called, reminded, or removed from the trip. */
export function SilentCarrierDialog({
  one,
  silent,
  tripId,
  onClose,
}: {
  one: DayException
  silent: NonNullable<DayException['silent']>
  tripId: string
  onClose: () => void
}) {
  const [opened, setOpened] = useState<Opened>()
  const { company_name: company } = silent
  const tripName = one.trip_name ?? ''
  if (opened === undefined) return <Ways {...{ one, silent, onClose }} onOpen={setOpened} />
  return (
    <LateDialog>
      {opened === 'answer' && <AnswerDialog {...{ tripId, company, onClose }} answer={null} hasStarted={false} />}
      {opened === 'remind' && (
        <SendDialog mail={{ kind: 'DISPATCH', source: { type: 'trip', id: tripId } }} onClose={onClose} />
      )}
      {opened === 'other' && <AnotherCarrierDialog {...{ tripId, tripName, onClose }} />}
      {opened === 'withdraw' && <Withdrawal {...{ tripId, tripName, onClose }} />}
    </LateDialog>
  )
}

function Ways({
  one: { phone_number: phone, trip_name: trip },
  silent: { company_name: company, answer_by, is_dispatched: isDispatched },
  onOpen,
  onClose,
}: {
  one: DayException
  silent: NonNullable<DayException['silent']>
  onOpen: (opened: Opened) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const mayPlan = usePermission('trip.write')
  return (
    <Dialog isOpen onClose={onClose} title={t`No answer from ${company}`} text={trip ?? ''}>
      <p>
        <Trans>
          The answer was due by <When instant={answer_by} />.
        </Trans>{' '}
        {phone !== null && <PhoneLink number={phone} />}
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button variant="brand" icon={Phone} onClick={() => onOpen('answer')}>
          <Trans>Enter answer…</Trans>
        </Button>
        <Button icon={Mail} onClick={() => onOpen('remind')}>
          <Trans>Remind by e-mail…</Trans>
        </Button>
        {mayPlan && (
          <Button icon={ArrowRightLeft} onClick={() => onOpen('other')}>
            <Trans>Another carrier…</Trans>
          </Button>
        )}
        {isDispatched && (
          <Button icon={Undo2} onClick={() => onOpen('withdraw')}>
            <Trans>Withdraw from carrier…</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Withdrawal({ tripId, tripName, onClose }: { tripId: string; tripName: string; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useDispatchAction(tripId)
  return (
    <ConfirmDialog
      isOpen
      title={t`Withdraw trip ${tripName}?`}
      text={t`The carrier is notified that the trip is withdrawn.`}
      verb={t`Withdraw`}
      isBusy={isPending}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { kind: 'recall' },
          {
            onSuccess() {
              toasts.done(t`Trip ${tripName} withdrawn`)
              onClose()
            },
            onError: (error) => toasts.failed(failureOf(error)),
          },
        )
      }
    />
  )
}
