import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Amount } from '../books/amount.tsx'
import { ReceivedFile } from '../documents/preview.tsx'
import { CodeStatus } from '../records/code-status.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RecordFrame } from '../ui/page/record-frame.tsx'
import { MatchSection } from './match.section.tsx'
import { purchaseQuery, receivedAddress, useDecision } from './queries.ts'
import { resultBadges } from './words.tsx'

// Loaded when it is opened.
const RejectDialog = lazy(async () => ({ default: (await import('./reject.dialog.tsx')).RejectDialog }))

const purchaseRoute = getRouteApi('/shell/purchases/$invoiceId')

/** One document of a supplier: agreed, executed and invoiced next to each other, and what to do about it. */
export function PurchasePage() {
  const { t } = useLingui()
  const { invoiceId } = purchaseRoute.useParams()
  const query = useQuery(purchaseQuery(invoiceId))
  const name = query.data?.invoice.external_name ?? query.data?.invoice.name ?? undefined
  usePageTitle(name ?? t`Purchases`)
  const record = query.data
  return (
    <RecordFrame
      list={{ to: '/purchases', title: t`Purchases` }}
      name={name}
      status={record?.match && <CodeStatus badges={resultBadges} code={record.match.result} />}
      actions={record && <Actions record={record} />}
    >
      <Loaded query={query}>{(loaded) => <Purchase record={loaded} />}</Loaded>
    </RecordFrame>
  )
}

function Actions({ record: { invoice, match } }: { record: PurchaseRecord }) {
  const mayWrite = usePermission('invoice.write')
  const mayFinalise = usePermission('invoice.finalise')
  const decision = useDecision(invoice.invoice_id)
  const [isRejecting, setIsRejecting] = useState(false)
  const isOpen = match?.result === 'MATCHED' || match?.result === 'DISPUTED'
  if (!isOpen || !mayWrite) return null
  const failure = decision.error ? failureOf(decision.error) : undefined
  return (
    <>
      {failure && <ErrorPanel {...failure} />}
      <Button onClick={() => decision.mutate({ kind: 'match', lines: [] })}>
        <Trans>Match again</Trans>
      </Button>
      <Button onClick={() => setIsRejecting(true)}>
        <Trans>Reject</Trans>
      </Button>
      {mayFinalise && match.executed !== null && match.result === 'DISPUTED' && (
        <Button onClick={() => decision.mutate({ kind: 'accept', amount: 'EXECUTED' })}>
          <Trans>Accept executed amount</Trans>
        </Button>
      )}
      {mayFinalise && (
        <Button onClick={() => decision.mutate({ kind: 'accept', amount: 'INVOICED' })}>
          <Trans>Accept</Trans>
        </Button>
      )}
      {isRejecting && (
        <Suspense fallback={null}>
          <RejectDialog invoiceId={invoice.invoice_id} onClose={() => setIsRejecting(false)} />
        </Suspense>
      )}
    </>
  )
}

function Purchase({ record: { invoice, match } }: { record: PurchaseRecord }) {
  const { t } = useLingui()
  const isReceived = invoice.files.some(({ kind }) => kind === 'RECEIVED')
  return (
    <div className="flex h-full min-h-0 max-lg:flex-col">
      <div className="grid min-h-0 min-w-0 flex-1 content-start gap-4 overflow-y-auto p-4">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Fact name={t`Supplier`}>{invoice.company_name}</Fact>
          <Fact name={t`Document date`}>{invoice.date ?? '—'}</Fact>
          <Fact name={t`Without tax`}>
            <Amount amount={invoice.total_excl_tax} currency={invoice.currency} />
          </Fact>
        </dl>
        {match && <MatchSection invoice={invoice} match={match} />}
      </div>
      {isReceived && <ReceivedFile address={receivedAddress(invoice.invoice_id)} />}
    </div>
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
