import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Bulk, BulkBar } from '../lists/bulk-bar.tsx'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { changeOrdersAtOnce } from './queries.ts'

/** What can be done to the selected orders; tells of each that was refused why. */
export function OrderBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} most={500} concerned={['orders', 'counts']}>
      {(bulk) => <Deeds bulk={bulk} count={selection.count} />}
    </BulkBar>
  )
}

function Deeds({ bulk, count }: { bulk: Bulk; count: number }) {
  const { t } = useLingui()
  const { isTooMuch, isBusy } = bulk
  const [asking, setAsking] = useState<'block' | 'cancel'>()
  const run = (action: 'skip' | 'block' | 'unblock' | 'cancel', reason?: string) => {
    setAsking(undefined)
    bulk.run((order_ids) => changeOrdersAtOnce({ action, order_ids, ...(reason !== undefined && { reason }) }))
  }
  return (
    <>
      <Button onClick={() => setAsking('block')} disabled={isTooMuch} isBusy={isBusy}>
        <Trans>Hold</Trans>
      </Button>
      <Button onClick={() => run('unblock')} disabled={isTooMuch}>
        <Trans>Release</Trans>
      </Button>
      <Button onClick={() => run('skip')} disabled={isTooMuch}>
        <Trans>Reject</Trans>
      </Button>
      <Button onClick={() => setAsking('cancel')} disabled={isTooMuch}>
        <Trans>Cancel orders</Trans>
      </Button>
      <ReasonDialog
        isOpen={asking === 'block'}
        title={t`Hold ${plural(count, { one: '# order', other: '# orders' })}`}
        text={t`Visible to everyone who can see these orders.`}
        verb={t`Hold`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) => run('block', reason)}
      />
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={t`Cancel ${plural(count, { one: '# order', other: '# orders' })}?`}
        text={t`Cancelling is final. To run it again, create a new order.`}
        verb={t`Cancel orders`}
        back={t`Don't cancel`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run('cancel')}
      />
    </>
  )
}
