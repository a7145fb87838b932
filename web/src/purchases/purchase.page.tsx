import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { InvoiceLink } from '../accounting/invoice-link.tsx'
import { failureOf } from '../api/failure.ts'
import { Amount, useAmountText } from '../books/amount.tsx'
import { PdfPreview, ReceivedFile } from '../documents/preview.tsx'
import { useLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RecordFrame } from '../ui/page/record-frame.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { resultBadges } from './labels.tsx'
import { MatchSection } from './match.section.tsx'
import { previewAddress, purchaseQuery, receivedAddress, useDecision } from './queries.ts'
import { ReceivedSection } from './received.section.tsx'
import { SelfBilledStatus } from './self-billing/labels.tsx'
import { transferFileLabels } from './transfers/labels.ts'

// Loaded on first use: a document needs only one of the two.
const ConsentActions = lazy(async () => ({
  default: (await import('./self-billing/consent-actions.tsx')).ConsentActions,
}))
const ConsentSection = lazy(async () => ({
  default: (await import('./self-billing/consent.section.tsx')).ConsentSection,
}))
const RejectDialog = lazy(async () => ({ default: (await import('./reject.dialog.tsx')).RejectDialog }))

const purchaseRoute = getRouteApi('/shell/purchases/$invoiceId')

/**
 * One document of a supplier: agreed, executed and invoiced side by side. For a self-billed one, the supplier's consent
 * and the PDF.
 */
export function PurchasePage() {
  const { t } = useLingui()
  const { invoiceId } = purchaseRoute.useParams()
  const query = useQuery(purchaseQuery(invoiceId))
  const record = query.data
  const name = record && (record.invoice.external_name ?? record.invoice.name ?? t`No number yet`)
  usePageTitle(name ?? t`Purchases`)
  return (
    <RecordFrame
      list={{ to: '/purchases', title: t`Purchases` }}
      name={name}
      status={record && <Status record={record} />}
      actions={record && <Actions record={record} />}
    >
      <Loaded query={query}>{(loaded) => <Purchase record={loaded} />}</Loaded>
    </RecordFrame>
  )
}

function Status({ record: { invoice, match, self_billing } }: { record: PurchaseRecord }) {
  if (self_billing) return <SelfBilledStatus status={invoice.status} consent={self_billing.state} />
  return match && <CodeStatus badges={resultBadges} code={match.result} />
}

function Actions({ record }: { record: PurchaseRecord }) {
  const { invoice, self_billing } = record
  if (!self_billing) return <MatchActions record={record} />
  return (
    <Suspense fallback={null}>
      <ConsentActions invoice={invoice} consent={self_billing} />
    </Suspense>
  )
}

function MatchActions({ record: { invoice, match } }: { record: PurchaseRecord }) {
  const mayWrite = usePermission('invoice.write')
  const mayFinalise = usePermission('invoice.finalise')
  const decision = useDecision(invoice.invoice_id)
  const [isRejecting, setIsRejecting] = useState(false)
  if (match?.result === 'REJECTED' && mayWrite) return <Reopen invoiceId={invoice.invoice_id} />
  const isOpen = match?.result === 'MATCHED' || match?.result === 'DISPUTED'
  if (!isOpen || !mayWrite) return null
  const failure = decision.error ? failureOf(decision.error) : undefined
  return (
    <>
      {failure && <ErrorPanel {...failure} />}
      <Button isBusy={decision.isPending} onClick={() => decision.mutate({ kind: 'match', lines: [] })}>
        <Trans>Match again</Trans>
      </Button>
      <Button onClick={() => setIsRejecting(true)}>
        <Trans>Reject</Trans>
      </Button>
      {mayFinalise && match.executed !== null && match.result === 'DISPUTED' && (
        <AcceptActual match={match} currency={invoice.currency} decision={decision} />
      )}
      {mayFinalise && (
        <Button
          variant={match.result === 'MATCHED' ? 'brand' : 'outline'}
          isBusy={decision.isPending}
          onClick={() => decision.mutate({ kind: 'accept', amount: 'INVOICED' })}
        >
          <Trans>Accept</Trans>
        </Button>
      )}
      {isRejecting && (
        <LateDialog>
          <RejectDialog invoiceId={invoice.invoice_id} onClose={() => setIsRejecting(false)} />
        </LateDialog>
      )}
    </>
  )
}

/** Accepts the executed amount; PURCH-33: and requests the credit note from the supplier in the same act. */
function AcceptActual({
  match: { executed, credit_request: request },
  currency,
  decision,
}: {
  match: NonNullable<PurchaseRecord['match']>
  currency: string
  decision: ReturnType<typeof useDecision>
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const textOf = useAmountText()
  const amount = textOf(executed ?? '0', currency)
  const to = request?.address ?? null
  function acceptAndRequest() {
    const credit = textOf(request?.amount ?? '0', currency)
    const done = t`Credit note of ${credit} requested from ${to}`
    decision.mutate(
      { kind: 'accept', amount: 'EXECUTED', requests_credit: true },
      { onSuccess: () => toasts.done(done) },
    )
  }
  return (
    <>
      <Button isBusy={decision.isPending} onClick={() => decision.mutate({ kind: 'accept', amount: 'EXECUTED' })}>
        <Trans>Accept {amount}</Trans>
      </Button>
      {to !== null && (
        <Button variant="brand" title={t`E-mail to ${to}`} isBusy={decision.isPending} onClick={acceptAndRequest}>
          <Trans>Accept {amount} and request a credit note</Trans>
        </Button>
      )}
    </>
  )
}

function Reopen({ invoiceId }: { invoiceId: string }) {
  const decision = useDecision(invoiceId)
  return (
    <>
      {decision.error && <ErrorPanel {...failureOf(decision.error)} />}
      <Button isBusy={decision.isPending} onClick={() => decision.mutate({ kind: 'reopen' })}>
        <Trans>Take rejection back</Trans>
      </Button>
    </>
  )
}

function Purchase({ record: { invoice, match, received, self_billing, transfer_files } }: { record: PurchaseRecord }) {
  const { t } = useLingui()
  const isReceived = invoice.files.some(({ kind }) => kind === 'RECEIVED')
  return (
    <div className="flex h-full min-h-0 max-lg:flex-col">
      <div className="grid min-h-0 min-w-0 flex-1 content-start gap-4 overflow-y-auto p-4">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {invoice.name !== null && (
            <Fact name={t`Number`}>
              <InvoiceLink invoiceId={invoice.invoice_id} name={invoice.name} />
            </Fact>
          )}
          <Fact name={t`Supplier`}>{invoice.company_name}</Fact>
          <Fact name={t`Document date`}>
            <OrderDay date={invoice.date} />
          </Fact>
          <Fact name={t`Excl. VAT`}>
            <Amount amount={invoice.total_excl_tax} currency={invoice.currency} />
          </Fact>
          <Fact name={t`VAT`}>
            <Amount amount={invoice.total_tax} currency={invoice.currency} />
          </Fact>
          <Fact name={t`Incl. VAT`}>
            <Amount amount={invoice.total_incl_tax} currency={invoice.currency} />
          </Fact>
          {transfer_files.map((file) => (
            <Fact key={file.transfer_file_id} name={t`Transfer file`}>
              <TransferFileFact file={file} />
            </Fact>
          ))}
        </dl>
        {match && <MatchSection invoice={invoice} match={match} />}
        {received && <ReceivedSection invoiceId={invoice.invoice_id} received={received} />}
        {self_billing && (
          <Suspense fallback={null}>
            <ConsentSection invoice={invoice} consent={self_billing} />
          </Suspense>
        )}
      </div>
      {self_billing && <PdfPreview address={previewAddress(invoice.invoice_id, invoice.version)} />}
      {isReceived && <ReceivedFile address={receivedAddress(invoice.invoice_id)} />}
    </div>
  )
}

/** PAYOUT-10: a transfer file containing the document, with its amount and state. */
function TransferFileFact({ file }: { file: PurchaseRecord['transfer_files'][number] }) {
  const labelOf = useLabels(transferFileLabels)
  const { message_name, status, execution_day, amount } = file
  return (
    <>
      {message_name} · <Amount amount={amount} currency="EUR" /> · <OrderDay date={execution_day} /> · {labelOf(status)}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
