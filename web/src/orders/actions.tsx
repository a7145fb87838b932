import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { carriersText } from '../trips/carriers.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Ban, CircleCheck, CircleSlash, Copy, MoreHorizontal, OctagonPause, Pencil, Play } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { isCreditHold } from './hold-reason.ts'
import { type OrderAction, useOrderAction } from './order.queries.ts'
import { orderTripsQuery } from './tabs/queries.ts'

const ended = ['CANCELLED', 'REJECTED', 'COMPLETED']

/** Hold, skip and cancel. Reversible actions run at once and offer an undo. */
export function OrderActions({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const mayWrite = usePermission('order.write')
  const { run, isBusy } = useRun(record)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const { edit, duplicate } = useOrderPages(record.order.id)
  const mayRelease = usePermission('credit.release')
  const may = permitted(record, mayWrite, mayRelease)
  const toggleHold = () =>
    record.is_blocked
      ? run({ kind: 'unblock' }, t`Order ${record.order_number} released`, {
          kind: 'block',
          reason: record.block_reason ?? '',
        })
      : setOpenDialog('block')
  useOrderKeys({ record, mayWrite, may, edit, duplicate, toggleHold })
  if (!mayWrite) return null
  return (
    <>
      {may.confirm && (
        <Button
          variant="brand"
          icon={CircleCheck}
          onClick={() => run({ kind: 'confirm' }, t`Order ${record.order_number} confirmed`)}
          isBusy={isBusy}
        >
          <Trans>Confirm order</Trans>
        </Button>
      )}
      {may.hold && (
        <Button icon={record.is_blocked ? Play : OctagonPause} keys="h" onClick={toggleHold} isBusy={isBusy}>
          {record.is_blocked ? <Trans>Release</Trans> : <Trans>Hold</Trans>}
        </Button>
      )}
      {may.edit && (
        <Button icon={Pencil} keys="e" onClick={edit}>
          <Trans>Edit</Trans>
        </Button>
      )}
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
        <MenuItem icon={Copy} keys="d" onSelect={duplicate}>
          <Trans>Duplicate order</Trans>
        </MenuItem>
        {may.skip && (
          <MenuItem icon={CircleSlash} onSelect={() => setOpenDialog('skip')}>
            <Trans>Reject order…</Trans>
          </MenuItem>
        )}
        {may.cancel && (
          <MenuItem icon={Ban} isDangerous onSelect={() => setOpenDialog('cancel')}>
            <Trans>Cancel order…</Trans>
          </MenuItem>
        )}
      </Menu>
      <OrderDialogs record={record} openDialog={openDialog} onClose={() => setOpenDialog(undefined)} onRun={run} />
    </>
  )
}

type OpenDialog = 'block' | 'cancel' | 'skip' | undefined
type Run = (what: OrderAction, done: string, back?: OrderAction) => void
type Permitted = ReturnType<typeof permitted>

/** Actions that the order allows a user with write permission. */
function permitted(record: OrderRecord, mayWrite: boolean, mayRelease: boolean) {
  const { status } = record
  const isLive = status !== 'CANCELLED' && status !== 'REJECTED'
  return {
    edit: mayWrite && isLive,
    // CREDIT-2: only a user who may release a credit-limit hold can end it.
    hold: mayWrite && !ended.includes(status) && (mayRelease || !isCreditHold(record)),
    skip: mayWrite && (status === 'TO_PLAN' || status === 'QUOTE'),
    cancel: mayWrite && isLive,
    confirm: mayWrite && status === 'QUOTE',
  }
}

/** Runs an action on the order and confirms it, with an undo where possible. */
function useRun(record: OrderRecord): { run: Run; isBusy: boolean } {
  const { t } = useLingui()
  const toasts = useToasts()
  const action = useOrderAction(record.order.id)
  function run(what: OrderAction, done: string, back?: OrderAction) {
    action.mutate(what, {
      onSuccess: () => toasts.done(done, back && { word: t`Undo`, run: () => run(back, t`Undone`) }),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return { run, isBusy: action.isPending }
}

/** Opens the pages to edit and duplicate an order. */
function useOrderPages(orderId: string) {
  const navigate = useNavigate()
  const edit = useCallback(
    () => void navigate({ to: '/orders/$orderId/edit', params: { orderId } }),
    [navigate, orderId],
  )
  const duplicate = useCallback(
    () => void navigate({ to: '/orders/new', search: { from: orderId } }),
    [navigate, orderId],
  )
  return { edit, duplicate }
}

function useOrderKeys({
  record,
  mayWrite,
  may,
  edit,
  duplicate,
  toggleHold,
}: {
  record: OrderRecord
  mayWrite: boolean
  may: Permitted
  edit: () => void
  duplicate: () => void
  toggleHold: () => void
}) {
  const { t } = useLingui()
  useCommands(
    useMemo(
      () => [
        ...(may.edit ? [{ id: 'edit-order', title: t`Edit order`, icon: Pencil, keys: 'e', run: edit }] : []),
        ...(mayWrite ? [{ id: 'copy-order', title: t`Duplicate order`, icon: Copy, keys: 'd', run: duplicate }] : []),
      ],
      [may.edit, mayWrite, t, edit, duplicate],
    ),
  )
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: renewed when what the order allows has changed
    useMemo(
      () =>
        may.hold
          ? [
              {
                id: 'hold',
                title: record.is_blocked ? t`Release` : t`Hold`,
                icon: OctagonPause,
                keys: 'h',
                run: toggleHold,
              },
            ]
          : [],
      [may.hold, record.is_blocked, record.version, t],
    ),
  )
}

/** Dialogs before an order is held, rejected or cancelled. */
function OrderDialogs({
  record,
  openDialog,
  onClose,
  onRun,
}: {
  record: OrderRecord
  openDialog: OpenDialog
  onClose: () => void
  onRun: Run
}) {
  const { t } = useLingui()
  const run: Run = (...action) => {
    onClose()
    onRun(...action)
  }
  const driven = useDriven(record, openDialog === 'cancel')
  return (
    <>
      <ReasonDialog
        isOpen={openDialog === 'block'}
        title={t`Hold order ${record.order_number}`}
        text={t`Visible to everyone who can see this order.`}
        verb={t`Hold`}
        onClose={onClose}
        onConfirm={(reason) =>
          run({ kind: 'block', reason }, t`Order ${record.order_number} on hold`, { kind: 'unblock' })
        }
      />
      <ConfirmDialog
        isOpen={openDialog === 'skip'}
        title={t`Reject order ${record.order_number}?`}
        text={t`The customer is notified. This cannot be undone.`}
        verb={t`Reject order`}
        onClose={onClose}
        onConfirm={() => run({ kind: 'skip' }, t`Order ${record.order_number} rejected`)}
      />
      <ConfirmDialog
        isOpen={openDialog === 'cancel'}
        title={t`Cancel order ${record.order_number}?`}
        text={[driven, t`Cancelling is final. To run it again, create a new order.`].filter(Boolean).join(' ')}
        verb={t`Cancel order`}
        back={t`Don't cancel`}
        onClose={onClose}
        onConfirm={() => run({ kind: 'cancel' }, t`Order ${record.order_number} cancelled`)}
      />
    </>
  )
}

/** Trip and driver of an order that is about to be cancelled. Undefined if no trip has it. */
function useDriven({ order }: OrderRecord, isAsked: boolean): string | undefined {
  const { t } = useLingui()
  const { data } = useQuery({ ...orderTripsQuery(order.id), enabled: isAsked })
  const trip = data?.items.find(({ status }) => status !== 'CANCELLED' && status !== 'COMPLETED')
  if (trip === undefined) return undefined
  const { name, resources, subcontractor } = trip
  const who = [subcontractor?.name, carriersText(resources)].filter(Boolean).join(' · ')
  return who === '' ? t`It is planned on ${name}.` : t`It is planned on ${name}: ${who}.`
}
