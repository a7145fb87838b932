import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Failure, failureOf } from '../../api/failure.ts'
import { ReasonDialog } from '../../lists/reason.dialog.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type ConsentStep, takeStep, useSelfBillingChange } from './queries.ts'

/** The items of a refusal list what the document lacks. */
function withItems(failure: Failure): Failure {
  if (failure.code !== 'document_incomplete') return failure
  return { ...failure, message: failure.items.map(({ message }) => message).join(' ') }
}

type Consent = NonNullable<PurchaseRecord['self_billing']>

/** Records the supplier's response, and changes the document until it is finalised. */
export function ConsentActions({ invoice, consent }: { invoice: PurchaseRecord['invoice']; consent: Consent }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('invoice.write')
  const mayFinalise = usePermission('invoice.finalise')
  const [asking, setAsking] = useState<'object' | 'withdraw'>()
  const { mutate, isPending } = useSelfBillingChange<PurchaseRecord>()
  const isOpen = invoice.status === 'DRAFT' || invoice.status === 'PRE_INVOICED'
  if (!isOpen) return null
  const take = (step: ConsentStep) => {
    setAsking(undefined)
    mutate(() => takeStep(invoice.invoice_id, step), { onError: (error) => toasts.failed(withItems(failureOf(error))) })
  }
  const isAgreed = consent.state === 'AGREED'
  return (
    <>
      {mayWrite && (
        <>
          <Button onClick={() => setAsking('withdraw')}>
            <Trans>Withdraw…</Trans>
          </Button>
          <Button onClick={() => setAsking('object')}>
            <Trans>Record objection…</Trans>
          </Button>
          {!isAgreed && (
            <Button variant="brand" onClick={() => take({ kind: 'agree' })} isBusy={isPending}>
              <Trans>Record agreement</Trans>
            </Button>
          )}
        </>
      )}
      {mayFinalise && isAgreed && (
        <Button variant="brand" onClick={() => take({ kind: 'finalise' })} isBusy={isPending}>
          <Trans>Finalise</Trans>
        </Button>
      )}
      <ReasonDialog
        isOpen={asking === 'object'}
        title={t`Record objection`}
        text={t`The document is not finalised until the supplier agrees.`}
        verb={t`Record objection`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) => take({ kind: 'object', reason })}
      />
      <ReasonDialog
        isOpen={asking === 'withdraw'}
        title={t`Withdraw document`}
        text={t`Its costs are open again: correct them on the trip, then draft again.`}
        verb={t`Withdraw`}
        onClose={() => setAsking(undefined)}
        onConfirm={(reason) => take({ kind: 'withdraw', reason })}
      />
    </>
  )
}
