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
        ...(mayEdit ? [{ id: 'edit-order', title: t`Change order`, icon: Pencil, keys: 'e', run: edit }] : []),
        ...(mayWrite ? [{ id: 'copy-order', title: t`Duplicate as new`, icon: Copy, keys: 'd', run: duplicate }] : []),
      ],
      [mayEdit, mayWrite, t, edit, duplicate],
    ),
  )

  const toggleHold = () =>
    record.is_blocked
      ? run({ kind: 'unblock' }, t`Order ${record.order_number} is off hold`, {
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
                title: record.is_blocked ? t`Take off hold` : t`Put on hold`,
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
          {record.is_blocked ? <Trans>Take off hold</Trans> : <Trans>Put on hold</Trans>}
        </Button>
      )}
      {mayEdit && (
        <Button icon={Pencil} keys="e" onClick={edit}>
          <Trans>Change</Trans>
        </Button>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          <MenuItem icon={Copy} keys="d" onSelect={duplicate}>
            <Trans>Duplicate as new</Trans>
          </MenuItem>
          {maySkip && (
            <MenuItem icon={CircleSlash} onSelect={() => setAsking('skip')}>
              <Trans>Skip order…</Trans>
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
        title={t`Put order ${record.order_number} on hold`}
        text={t`Everybody who opens the order reads why.`}
        verb={t`Put on hold`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) =>
          run({ kind: 'block', reason }, t`Order ${record.order_number} is on hold`, { kind: 'unblock' })
        }
      />
      <ConfirmDialog
        isOpen={asking === 'skip'}
        title={t`Skip order ${record.order_number}?`}
        text={t`It becomes rejected and the customer's system is told. This cannot be taken back.`}
        verb={t`Skip order`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run({ kind: 'skip' }, t`Order ${record.order_number} is rejected`)}
      />
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={t`Cancel order ${record.order_number}?`}
        text={t`A cancelled order cannot be revived: it is made again under another identifier.`}
        verb={t`Cancel order`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run({ kind: 'cancel' }, t`Order ${record.order_number} is being cancelled`)}
      />
    </>
  )
}
