import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useDecision } from './queries.ts'

type Received = NonNullable<PurchaseRecord['received']>

/** A row of the document's data, next to our own data where we have some. */
interface Said {
  readonly title: string
  readonly text: string
  readonly ours: string
}

/** The supplier's data on its document next to ours, and a payment on hold (PURCH-29, PURCH-30). */
export function ReceivedSection({ invoiceId, received }: { invoiceId: string; received: Received }) {
  const { t } = useLingui()
  const rows = useRows(received)
  return (
    <section aria-label={t`On the document`} className="grid gap-2">
      <h2 className="font-semibold">
        <Trans>On the document</Trans>
      </h2>
      {received.payment_hold !== null && received.account !== null && (
        <HeldPayment invoiceId={invoiceId} account={received.account} />
      )}
      <PlainTable<Said>
        label={t`On the document`}
        rows={rows}
        keyOf={({ title }) => title}
        columns={[
          { id: 'title', title: t`What`, width: 'w-44', cell: ({ title }) => title },
          { id: 'text', title: t`Document`, cell: ({ text }) => text },
          { id: 'ours', title: t`We know`, cell: ({ ours }) => ours },
        ]}
      />
      <SupplierLines lines={received.lines} />
      <Everything other={received.other} />
    </section>
  )
}

/** The non-empty data of the document. */
function useRows(received: Received): Said[] {
  const { t } = useLingui()
  return useMemo(() => {
    const { known } = received
    const rows: (readonly [title: string, text: string | null, ours?: string | null])[] = [
      [t`Supplier`, received.supplier_name, known.name],
      [t`VAT number`, received.supplier_vat_number, known.vat_number],
      [t`Bank account`, received.account, known.accounts.join(', ')],
      [t`Account holder`, received.account_name],
      [t`Paid to`, received.payee],
      [t`Electronic address`, received.supplier_endpoint],
      [t`Payment reference`, received.payment_reference],
      [t`Paid already`, received.prepaid],
      [t`Rounding`, received.rounding],
      [t`Amount due`, received.amount_due],
      [t`References`, received.references.join(', ')],
      [t`Despatch advice`, received.despatch_advice],
      [t`Note`, received.note],
      ...received.vat.map(({ category, rate, base, tax, reason }) => {
        const title = [t`VAT`, category, rate && `${rate} %`].filter(Boolean).join(' ')
        return [title, [`${base} → ${tax}`, reason].filter(Boolean).join(', ')] as const
      }),
    ]
    return rows.flatMap(([title, text, ours]) =>
      text || ours ? [{ title, text: text || '—', ours: ours || '—' }] : [],
    )
  }, [received, t])
}

function HeldPayment({ invoiceId, account }: { invoiceId: string; account: string }) {
  const mayFinalise = usePermission('invoice.finalise')
  const decision = useDecision(invoiceId)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-3">
      <p className="min-w-0 flex-1 text-amber">
        <Trans>
          The bank account {account} is not one we know of the supplier. Payment is held until someone confirms it with
          the supplier.
        </Trans>
      </p>
      {mayFinalise && (
        <Button isBusy={decision.isPending} onClick={() => decision.mutate({ kind: 'confirm-account', account })}>
          <Trans>Confirm account</Trans>
        </Button>
      )}
      {decision.error && <ErrorPanel {...failureOf(decision.error)} />}
    </div>
  )
}

function SupplierLines({ lines }: { lines: Received['lines'] }) {
  const { t } = useLingui()
  return (
    <details>
      <summary className="cursor-pointer text-ink-2">
        <Trans>Lines of the supplier</Trans>
      </summary>
      <PlainTable<Received['lines'][number]>
        label={t`Lines of the supplier`}
        rows={lines}
        keyOf={({ position }) => String(position)}
        columns={[
          { id: 'name', title: t`Line`, cell: ({ name }) => name || '—' },
          { id: 'quantity', title: t`Quantity`, width: 'w-32', cell: ({ quantity, unit }) => `${quantity} ${unit}` },
          {
            id: 'price',
            title: t`Price`,
            width: 'w-32',
            cell: ({ unit_price, price_quantity }) =>
              price_quantity === null ? unit_price : `${unit_price} / ${price_quantity}`,
          },
          {
            id: 'adjustments',
            title: t`Discounts and surcharges`,
            cell: ({ adjustments }) =>
              adjustments
                .map(({ kind, amount, reason }) => `${kind === 'CHARGE' ? '+' : '−'}${amount} ${reason ?? ''}`.trim())
                .join(', ') || '—',
          },
          { id: 'amount', title: t`Amount`, width: 'w-24', align: 'right', cell: ({ amount }) => amount },
        ]}
      />
    </details>
  )
}

function Everything({ other }: { other: Received['other'] }) {
  const { t } = useLingui()
  if (other.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-ink-2">
        <Trans>Everything else on the document</Trans>
      </summary>
      <PlainTable<Received['other'][number]>
        label={t`Everything else on the document`}
        rows={other}
        keyOf={({ path }) => path}
        columns={[
          { id: 'path', title: t`Element`, cell: ({ path }) => path },
          { id: 'text', title: t`Text`, cell: ({ text }) => text },
        ]}
      />
    </details>
  )
}
