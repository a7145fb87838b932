import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Ban, CircleSlash, Copy, MoreHorizontal, OctagonPause, Pencil, Play } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type OrderDeed, useOrderDeed } from './order.queries.ts'

const ended = ['CANCELLED', 'REJECTED', 'COMPLETED']

/** Hold, skip and cancel; what can be taken back is done at once with a way back. */
export function OrderActions({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const tell = useToasts()
  const mayWrite = usePermission('order.write')
  const deed = useOrderDeed(record.order.id)
  const [asking, setAsking] = useState<'block' | 'cancel' | 'skip'>()
  const navigate = useNavigate()
  const mayEdit = mayWrite && record.status !== 'CANCELLED' && record.status !== 'REJECTED'
  const mayHold = mayWrite && !ended.includes(record.status)
  const maySkip = mayWrite && (record.status === 'TO_PLAN' || record.status === 'QUOTE')
  const mayCancel = mayWrite && record.status !== 'CANCELLED' && record.status !== 'REJECTED'

  function run(what: OrderDeed, done: string, back?: OrderDeed) {
    setAsking(undefined)
    deed.mutate(what, {
      onSuccess: () => tell.done(done, back && { word: t`Undo`, run: () => run(back, t`Undone`) }),
      onError: (error) => tell.failed(failureOf(error)),
    })
  }

  const orderId = record.order.id
  const edit = useCallback(
    () => void navigate({ to: '/orders/$orderId/edit', params: { orderId } }),
    [navigate, orderId],
  )
  const duplicate = useCallback(
    () => void navigate({ to: '/orders/new', search: { from: orderId } }),
    [navigate, orderId],
  )
  useCommands(
    useMemo(
      () => [
        ...(mayEdit ? [{ id: 'edit-order', title: t`Edit order`, icon: Pencil, keys: 'e', run: edit }] : []),
        ...(mayWrite ? [{ id: 'copy-order', title: t`Duplicate order`, icon: Copy, keys: 'd', run: duplicate }] : []),
      ],
      [mayEdit, mayWrite, t, edit, duplicate],
    ),
  )

  const toggleHold = () =>
    record.is_blocked
      ? run({ kind: 'unblock' }, t`Order ${record.order_number} released`, {
          kind: 'block',
          reason: record.block_reason ?? '',
        })
      : setAsking('block')
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when what the order allows has changed
    useMemo(
      () =>
        mayHold
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
      [mayHold, record.is_blocked, record.version, t],
    ),
  )
  if (!mayWrite) return null
  return (
    <>
      {mayHold && (
        <Button icon={record.is_blocked ? Play : OctagonPause} keys="h" onClick={toggleHold} isBusy={deed.isPending}>
          {record.is_blocked ? <Trans>Release</Trans> : <Trans>Hold</Trans>}
        </Button>
      )}
      {mayEdit && (
        <Button icon={Pencil} keys="e" onClick={edit}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          <MenuItem icon={Copy} keys="d" onSelect={duplicate}>
            <Trans>Duplicate order</Trans>
          </MenuItem>
          {maySkip && (
            <MenuItem icon={CircleSlash} onSelect={() => setAsking('skip')}>
              <Trans>Reject order…</Trans>
            </MenuItem>
          )}
          {mayCancel && (
            <MenuItem icon={Ban} isDangerous onSelect={() => setAsking('cancel')}>
              <Trans>Cancel order…</Trans>
            </MenuItem>
          )}
        </Menu>
      )}
      <ReasonDialog
        isOpen={asking === 'block'}
        title={t`Hold order ${record.order_number}`}
        text={t`Visible to everyone who can see this order.`}
        verb={t`Hold`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) =>
          run({ kind: 'block', reason }, t`Order ${record.order_number} on hold`, { kind: 'unblock' })
        }
      />
      <ConfirmDialog
        isOpen={asking === 'skip'}
        title={t`Reject order ${record.order_number}?`}
        text={t`The customer is notified. This cannot be undone.`}
        verb={t`Reject order`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run({ kind: 'skip' }, t`Order ${record.order_number} rejected`)}
      />
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={t`Cancel order ${record.order_number}?`}
        text={t`Cancelling is final. To run it again, create a new order.`}
        verb={t`Cancel order`}
        back={t`Don't cancel`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run({ kind: 'cancel' }, t`Order ${record.order_number} cancelled`)}
      />
    </>
  )
}
