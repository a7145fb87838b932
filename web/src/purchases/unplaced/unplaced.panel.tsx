import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../books/amount.tsx'
import { FileView } from '../../documents/preview.tsx'
import { ReasonDialog } from '../../lists/reason.dialog.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { Ban, Keyboard, Link2, RotateCw } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { type Placing, unplacedFileAddress, unplacedQuery, usePlacing } from './queries.ts'

// Loaded on first use.
const CustomerActions = lazy(async () => ({
  default: (await import('../customers/customer-actions.tsx')).CustomerActions,
}))
const SupplierDialog = lazy(async () => ({ default: (await import('./supplier.dialog.tsx')).SupplierDialog }))

/** One document to place: why it waits, its data, its file, and the possible actions. */
export function UnplacedPanel({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(unplacedQuery(itemId))
  return (
    <SidePanel
      isWide
      label={t`Document to place`}
      title={<span className="truncate">{query.data?.external_name ?? t`Document to place`}</span>}
      onClose={onClose}
    >
      <Loaded query={query}>{(document) => <Document document={document} onClose={onClose} />}</Loaded>
    </SidePanel>
  )
}

function Document({ document, onClose }: { document: UnplacedPurchase; onClose: () => void }) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const { reason, last_failure, dispute, total_incl_tax, currency } = document
  return (
    <div className="flex h-full min-h-[640px] flex-col">
      <Section>
        <p className="font-medium">{reason}</p>
        {dispute !== null && (
          <p className="pt-1 text-amber">
            <Trans>Disputed: {dispute}</Trans>
          </p>
        )}
        {dispute === null && last_failure !== null && last_failure !== reason && (
          <p className="pt-1 text-ink-2">
            <Trans>Last attempt: {last_failure}</Trans>
          </p>
        )}
        {mayWrite && document.status === 'OPEN' && (
          <Suspense fallback={null}>
            {document.is_self_billed ? (
              <CustomerActions document={document} onSettled={onClose} />
            ) : (
              <Actions document={document} onSettled={onClose} />
            )}
          </Suspense>
        )}
      </Section>
      <Section>
        <Properties>
          <Parties document={document} />
          <Property name={t`Document date`}>{document.date}</Property>
          <Property name={t`With tax`}>
            {total_incl_tax !== null && currency !== null && <Amount amount={total_incl_tax} currency={currency} />}
          </Property>
          <Property name={t`Received`}>
            <RelativeTime instant={document.received_at} />{' '}
            <span className="tnum text-ink-3">({document.occurrences}×)</span>
          </Property>
        </Properties>
      </Section>
      <section
        aria-label={t`Received file`}
        className="-mx-4 flex min-h-80 flex-1 flex-col border-t border-line bg-sunken"
      >
        <FileView address={unplacedFileAddress(document.inbox_item_id)} title={t`Received file`} />
      </section>
    </div>
  )
}

function Parties({ document }: { document: UnplacedPurchase }) {
  const { t } = useLingui()
  if (document.is_self_billed) return <Property name={t`Customer`}>{document.customer_name}</Property>
  return (
    <>
      <Property name={t`Supplier`}>{document.supplier_name}</Property>
      <Property name={t`VAT number`}>{document.supplier_vat_number}</Property>
      <Property name={t`IBAN`}>{document.supplier_iban}</Property>
    </>
  )
}

function Actions({ document, onSettled }: { document: UnplacedPurchase; onSettled: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = usePlacing(document.inbox_item_id)
  const [openDialog, setOpenDialog] = useState<'supplier' | 'dismiss'>()
  function run(placing: Placing) {
    mutate(placing, {
      onSuccess: (after) => {
        setOpenDialog(undefined)
        if (after.status === 'OPEN') {
          toasts.failed({ title: t`Still to place`, message: after.last_failure ?? after.reason })
          return
        }
        toasts.done(after.status === 'RESOLVED' ? t`Document placed` : t`Document dismissed`)
        onSettled()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <div className="flex gap-1.5 pt-3">
      {document.is_to_type && (
        <Link to="/purchases/type/$itemId" params={{ itemId: document.inbox_item_id }} className="btn btn-brand">
          <Keyboard size={14} aria-hidden="true" />
          <Trans>Type in…</Trans>
        </Link>
      )}
      {document.external_name !== null && !document.is_to_type && (
        <Button icon={Link2} variant="brand" onClick={() => setOpenDialog('supplier')}>
          <Trans>Choose supplier…</Trans>
        </Button>
      )}
      <Button icon={RotateCw} onClick={() => run({ kind: 'place', company_id: null })} isBusy={isPending}>
        <Trans>Run again</Trans>
      </Button>
      <Button icon={Ban} onClick={() => setOpenDialog('dismiss')}>
        <Trans>Dismiss…</Trans>
      </Button>
      {openDialog === 'supplier' && (
        <LateDialog>
          <SupplierDialog
            onClose={() => setOpenDialog(undefined)}
            onChoose={(company_id) => run({ kind: 'place', company_id })}
            isBusy={isPending}
          />
        </LateDialog>
      )}
      <ReasonDialog
        isOpen={openDialog === 'dismiss'}
        title={t`Dismiss document`}
        verb={t`Dismiss`}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={(reason) => run({ kind: 'dismiss', reason })}
      />
    </div>
  )
}
