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
        <Trans>Put on hold</Trans>
      </Button>
      <Button onClick={() => run('unblock')} disabled={isTooMuch}>
        <Trans>Take off hold</Trans>
      </Button>
      <Button onClick={() => run('skip')} disabled={isTooMuch}>
        <Trans>Skip</Trans>
      </Button>
      <Button onClick={() => setAsking('cancel')} disabled={isTooMuch}>
        <Trans>Cancel orders</Trans>
      </Button>
      <ReasonDialog
        isOpen={asking === 'block'}
        title={t`Put ${count} orders on hold`}
        text={t`Everybody who opens one of them reads why.`}
        verb={t`Put on hold`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) => run('block', reason)}
      />
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={t`Cancel ${count} orders?`}
        text={t`A cancelled order cannot be revived: it is made again under another identifier.`}
        verb={t`Cancel orders`}
        onClose={() => setAsking(undefined)}
        onConfirm={() => run('cancel')}
      />
    </>
  )
}
