import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { type Bulk, BulkBar } from '../lists/bulk-bar.tsx'
import { PlanThese } from '../optimise/plan-these.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { changeOrdersAtOnce } from './queries.ts'
import { requestedDays } from './requested-days.ts'

// Loaded when it is opened.
const ReasonDialog = lazy(async () => ({ default: (await import('../lists/reason.dialog.tsx')).ReasonDialog }))

/** Bulk actions on the selected orders. Shows the reason for each rejected one. */
export function OrderBulkBar({ selection, sums }: { selection: Selection; sums?: string }) {
  const queryClient = useQueryClient()
  return (
    <BulkBar sums={sums} selection={selection} most={500} kinds={['order']}>
      {(bulk) => (
        <>
          <PlanThese
            orderIds={[...selection.keys]}
            daysOf={() => requestedDays(queryClient, selection.keys)}
            isDisabled={bulk.isTooMuch}
          />
          <Actions bulk={bulk} count={selection.count} />
        </>
      )}
    </BulkBar>
  )
}

function Actions({ bulk, count }: { bulk: Bulk; count: number }) {
  const { t } = useLingui()
  const { isTooMuch, isBusy } = bulk
  const [openDialog, setOpenDialog] = useState<'block' | 'cancel'>()
  const run = (action: 'skip' | 'block' | 'unblock' | 'cancel' | 'confirm', reason?: string) => {
    setOpenDialog(undefined)
    bulk.run((order_ids) => changeOrdersAtOnce({ action, order_ids, ...(reason !== undefined && { reason }) }))
  }
  return (
    <>
      <Button onClick={() => setOpenDialog('block')} disabled={isTooMuch} isBusy={isBusy}>
        <Trans>Hold</Trans>
      </Button>
      <Button onClick={() => run('unblock')} disabled={isTooMuch}>
        <Trans>Release</Trans>
      </Button>
      <Button onClick={() => run('skip')} disabled={isTooMuch}>
        <Trans>Reject</Trans>
      </Button>
      <Button onClick={() => setOpenDialog('cancel')} disabled={isTooMuch}>
        <Trans>Cancel orders</Trans>
      </Button>
      <LateDialog>
        {openDialog === 'block' && (
          <ReasonDialog
            isOpen
            title={t`Hold ${plural(count, { one: '# order', other: '# orders' })}`}
            text={t`Visible to everyone who can see these orders.`}
            verb={t`Hold`}
            onClose={() => setOpenDialog(undefined)}
            onConfirm={(reason) => run('block', reason)}
          />
        )}
      </LateDialog>
      <ConfirmDialog
        isOpen={openDialog === 'cancel'}
        title={t`Cancel ${plural(count, { one: '# order', other: '# orders' })}?`}
        text={t`Cancelling is final. To run it again, create a new order.`}
        verb={t`Cancel orders`}
        back={t`Don't cancel`}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() => run('cancel')}
      />
    </>
  )
}
