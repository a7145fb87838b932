import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ReasonDialog } from '../../lists/reason.dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Ban, CircleAlert, Link2 } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { usePlacing } from '../unplaced/queries.ts'
import { disputeDocument, useCustomerDocumentChange } from './queries.ts'

// Loaded on first use.
const ChargesDialog = lazy(async () => ({ default: (await import('./charges.dialog.tsx')).CustomerChargesDialog }))

/** Actions on a document that a customer wrote in our name: choose its charges, dispute or dismiss it. */
export function CustomerActions({ document, onSettled }: { document: UnplacedPurchase; onSettled: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [asking, setAsking] = useState<'charges' | 'dispute' | 'dismiss'>()
  const dispute = useCustomerDocumentChange<UnplacedPurchase>()
  const placing = usePlacing(document.inbox_item_id)
  const close = () => setAsking(undefined)
  const onError = (error: Error) => toasts.failed(failureOf(error))
  function recordDispute(reason: string) {
    close()
    const onSuccess = () => toasts.done(t`Dispute recorded`)
    dispute.mutate(() => disputeDocument(document.inbox_item_id, reason), { onSuccess, onError })
  }
  function dismiss(reason: string) {
    close()
    const onSuccess = () => {
      toasts.done(t`Document dismissed`)
      onSettled()
    }
    placing.mutate({ kind: 'dismiss', reason }, { onSuccess, onError })
  }
  return (
    <div className="flex flex-wrap gap-1.5 pt-3">
      <Button icon={Link2} variant="brand" onClick={() => setAsking('charges')}>
        <Trans>Choose charges…</Trans>
      </Button>
      <Button icon={CircleAlert} onClick={() => setAsking('dispute')}>
        <Trans>Dispute…</Trans>
      </Button>
      <Button icon={Ban} onClick={() => setAsking('dismiss')}>
        <Trans>Dismiss…</Trans>
      </Button>
      {asking === 'charges' && (
        <LateDialog>
          <ChargesDialog item={document} onClose={close} onSettled={onSettled} />
        </LateDialog>
      )}
      <ReasonDialog
        isOpen={asking === 'dispute'}
        title={t`Dispute document`}
        text={t`The document stays to be placed and its charges stay open.`}
        verb={t`Dispute document`}
        onClose={close}
        onConfirm={recordDispute}
      />
      <ReasonDialog
        isOpen={asking === 'dismiss'}
        title={t`Dismiss document`}
        verb={t`Dismiss`}
        onClose={close}
        onConfirm={dismiss}
      />
    </div>
  )
}
