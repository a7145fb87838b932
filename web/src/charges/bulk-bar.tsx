import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import type { InvoiceTab } from '@cartage/contract/charges/app/list'
import type { BulkAnswer } from '@cartage/contract/listing'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Bulk, BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { usePermission } from '../session/permission.ts'
import { Ban, Check, FilePen, Send, Undo2, X } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'

type Run = (action: ChargeAction, ids: readonly string[], reason?: string) => Promise<BulkAnswer>

/** Actions on the selected charges, or on the charges of the selected orders; each row has its own result. */
export function ChargesBulkBar({
  selection,
  run,
  tab,
  canInclude = false,
  onDraft,
}: {
  selection: Selection
  run: Run
  /** Tab of the orders: approvals are offered only where orders wait for them. */
  tab?: InvoiceTab | undefined
  canInclude?: boolean
  /** Puts orders on drafts; absent for charges, and where this user may not. */
  onDraft?: (ids: readonly string[]) => Promise<BulkAnswer>
}) {
  const mayWrite = usePermission('charge.write')
  const mayApprove = usePermission('charge.approve')
  const [asking, setAsking] = useState<{ action: 'exclude' | 'reject'; bulk: Bulk }>()
  const decides = mayApprove && tab !== 'ready' && tab !== 'draft' && tab !== 'review'
  const does = (bulk: Bulk, action: ChargeAction) => () => bulk.run((ids) => run(action, ids))
  return (
    <>
      <BulkBar selection={selection} kinds={['charge']}>
        {(bulk) => (
          <>
            {decides && (
              <>
                <BulkButton bulk={bulk} icon={Send} onClick={does(bulk, 'request_approval')}>
                  <Trans>Request approval</Trans>
                </BulkButton>
                <BulkButton bulk={bulk} icon={Check} onClick={does(bulk, 'approve')}>
                  <Trans>Approve</Trans>
                </BulkButton>
                <BulkButton bulk={bulk} icon={X} onClick={() => setAsking({ action: 'reject', bulk })}>
                  <Trans>Reject</Trans>
                </BulkButton>
              </>
            )}
            {canInclude && (
              <BulkButton bulk={bulk} icon={Undo2} onClick={does(bulk, 'include')}>
                <Trans>Include</Trans>
              </BulkButton>
            )}
            {mayWrite && (
              <BulkButton bulk={bulk} icon={Ban} onClick={() => setAsking({ action: 'exclude', bulk })}>
                <Trans>Exclude</Trans>
              </BulkButton>
            )}
            {onDraft && tab !== 'draft' && (
              <BulkButton bulk={bulk} icon={FilePen} onClick={() => bulk.run(onDraft)}>
                <Trans>Put on draft</Trans>
              </BulkButton>
            )}
          </>
        )}
      </BulkBar>
      {asking && <WhyDialog {...asking} run={run} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function WhyDialog({
  action,
  bulk,
  run,
  onClose,
}: {
  action: 'exclude' | 'reject'
  bulk: Bulk
  run: Run
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      isOpen
      title={action === 'exclude' ? t`Exclude charges?` : t`Reject charges?`}
      verb={action === 'exclude' ? t`Exclude` : t`Reject`}
      onClose={onClose}
      onConfirm={(reason) => {
        bulk.run((ids) => run(action, ids, reason))
        onClose()
      }}
    />
  )
}
