import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  CheckCheck,
  HandCoins,
  MoreHorizontal,
  PencilLine,
  ReceiptText,
  RotateCcw,
  Send,
  Trash2,
  Undo2,
} from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import * as queries from '../queries.ts'
import { isCreditNote, isDraft } from '../states.ts'
import { DownloadMenu } from './download-menu.tsx'

// Loaded when it is opened.
const CreditDialog = lazy(async () => ({ default: (await import('../credit/credit.dialog.tsx')).CreditDialog }))
const PaymentDialog = lazy(async () => ({ default: (await import('./payment.dialog.tsx')).PaymentDialog }))
const EditDialog = lazy(async () => ({ default: (await import('../drafts/edit.dialog.tsx')).EditDraftDialog }))
const FinaliseDialog = lazy(async () => ({ default: (await import('../drafts/finalise.dialog.tsx')).FinaliseDialog }))

type Open = 'credit' | 'payment' | 'edit' | 'finalise' | 'discard'

/** Actions on a document, depending on its kind and the user's permissions. */
export function InvoiceActions({ invoice }: { invoice: InvoiceRecord }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      {isDraft(invoice) ? (
        <DraftActions invoice={invoice} onOpen={setOpen} />
      ) : (
        <FinalActions invoice={invoice} onOpen={setOpen} />
      )}
      <LateDialog>
        {open === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
        {open === 'payment' && <PaymentDialog invoice={invoice} onClose={close} />}
        {open === 'edit' && <EditDialog invoice={invoice} onClose={close} />}
        {open === 'finalise' && <FinaliseDialog drafts={[invoice]} onClose={close} />}
      </LateDialog>
      {open === 'discard' && <DiscardDialog invoice={invoice} onClose={close} />}
    </>
  )
}

interface ActionProps {
  invoice: InvoiceRecord
  onOpen: (what: Open) => void
}

function DraftActions({ invoice, onOpen }: ActionProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const mayFinalise = usePermission('invoice.finalise')
  const { run, isBusy } = useCommandOf()
  const ids = [invoice.invoice_id]
  const isReviewed = invoice.status === 'PRE_INVOICED'
  useCommands(
    useMemo(
      () =>
        mayFinalise
          ? [{ id: 'finalise', title: t`Finalise`, icon: CheckCheck, keys: 'mod+enter', run: () => onOpen('finalise') }]
          : [],
      [mayFinalise, onOpen, t],
    ),
  )
  return (
    <>
      {mayWrite && invoice.is_stale && (
        <Button
          icon={RotateCcw}
          isBusy={isBusy}
          onClick={() => run(() => queries.refreshDrafts(ids), t`Draft refreshed`)}
        >
          <Trans>Refresh</Trans>
        </Button>
      )}
      {mayWrite && (
        <Button icon={PencilLine} onClick={() => onOpen('edit')}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {mayFinalise && (
        <Button variant="brand" icon={CheckCheck} keys="mod+enter" onClick={() => onOpen('finalise')}>
          <Trans>Finalise</Trans>
        </Button>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          <MenuItem
            icon={CheckCheck}
            disabled={isBusy}
            onSelect={() =>
              run(() => queries.reviewDrafts(ids, !isReviewed), isReviewed ? t`Review withdrawn` : t`Draft reviewed`)
            }
          >
            {isReviewed ? <Trans>Withdraw review</Trans> : <Trans>Mark as reviewed</Trans>}
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous onSelect={() => onOpen('discard')}>
            <Trans>Discard draft…</Trans>
          </MenuItem>
        </Menu>
      )}
    </>
  )
}

function FinalActions({ invoice, onOpen }: ActionProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const mayPay = usePermission('task.write')
  const { run, isBusy } = useCommandOf()
  // Without an open amount there is nothing to pay or refund: a credit note may be set off.
  const isOpen =
    (invoice.payment === 'UNPAID' || invoice.payment === 'OPEN') && Number(invoice.open_amount ?? '0') !== 0
  const isUnsent = invoice.dispatch === 'NOT_SENT' || invoice.dispatch === 'NOT_DELIVERED'
  const canCredit = mayWrite && invoice.kind === 'SALES_INVOICE' && invoice.status !== 'REJECTED'
  const mayPost = mayPay && invoice.posting === 'NONE' && invoice.status === 'INVOICED'
  return (
    <>
      {mayPost && (
        <Button
          icon={Send}
          isBusy={isBusy}
          onClick={() => run(() => queries.requestPosting(invoice.invoice_id), t`Posting requested`)}
        >
          <Trans>Post</Trans>
        </Button>
      )}
      {mayWrite && isUnsent && (
        <Button
          icon={Send}
          isBusy={isBusy}
          onClick={() => run(() => queries.sendInvoices([invoice.invoice_id]), t`The document is being sent`)}
        >
          <Trans context="verb">Send</Trans>
        </Button>
      )}
      {mayWrite && invoice.can_bill_again && <BillAgain invoice={invoice} />}
      {canCredit && (
        <Button icon={Undo2} onClick={() => onOpen('credit')}>
          <Trans>Credit…</Trans>
        </Button>
      )}
      {mayPay && isOpen && (
        <Button icon={HandCoins} onClick={() => onOpen('payment')}>
          {isCreditNote(invoice) ? <Trans>Record refund…</Trans> : <Trans>Record payment…</Trans>}
        </Button>
      )}
      <DownloadMenu invoice={invoice} />
    </>
  )
}

/** Puts the released charges of an invoice on a draft, and opens that draft. */
function BillAgain({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const navigate = useNavigate()
  const change = queries.useInvoiceChange<Awaited<ReturnType<typeof queries.billAgain>>>()
  const ids = invoice.lines.flatMap(({ charge_ids }) => charge_ids)
  function bill() {
    change.mutate(() => queries.billAgain(ids), {
      onSuccess({ invoice_ids: [first], rejected }) {
        const [problem] = rejected
        if (first === undefined) {
          toasts.failed({ title: t`Not drafted`, message: problem?.message ?? t`No charge of this invoice is free.` })
          return
        }
        toasts.done(t`Draft created`)
      },
      onError: (error) => toasts.failed(failureOf(error)),
      goOn({ invoice_ids: [first, ...others] }) {
        if (others.length > 0) void navigate({ to: '/drafts', search: { company: invoice.company_id } })
        else if (first !== undefined) void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: first } })
      },
    })
  }
  return (
    <Button icon={ReceiptText} isBusy={change.isPending} onClick={bill}>
      <Trans>Bill again</Trans>
    </Button>
  )
}

function DiscardDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { run, isBusy } = useCommandOf()
  return (
    <ConfirmDialog
      isOpen
      title={t`Discard this draft?`}
      text={t`Its charges can be billed on another draft. A draft has no number, so none goes missing.`}
      verb={t`Discard draft`}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() =>
        run(
          () => queries.discardDrafts([invoice.invoice_id]),
          t`Draft discarded`,
          () => void navigate({ to: '/drafts', replace: true }),
        )
      }
    />
  )
}

/** Runs a command on this document, with a notification of success or failure. */
function useCommandOf() {
  const toasts = useToasts()
  const { t } = useLingui()
  const change = queries.useInvoiceChange<Awaited<ReturnType<typeof queries.refreshDrafts>>>()
  function run(work: () => ReturnType<typeof queries.refreshDrafts>, done: string, then?: () => void) {
    change.mutate(work, {
      onSuccess({ items: [item] }) {
        if (item?.is_done === false) {
          toasts.failed({ title: t`Not done`, message: item.message ?? '' })
          return
        }
        toasts.done(done)
      },
      onError: (error) => toasts.failed(failureOf(error)),
      goOn: ({ items: [item] }) => item?.is_done !== false && then?.(),
    })
  }
  return { run, isBusy: change.isPending }
}
