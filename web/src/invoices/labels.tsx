import type {
  InvoiceKind,
  invoiceDispatches,
  invoicePayments,
  invoicePostings,
  invoiceStatuses,
  ListedInvoice,
} from '@cartage/contract/billing/app/document'
import type { invoiceRunStatuses } from '@cartage/contract/billing/app/run'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleX,
  Clock,
  FileCheck,
  FilePen,
  FileText,
  Hourglass,
  LoaderCircle,
} from '../ui/icons.tsx'

/** Document kinds. */
export const kindLabels: Readonly<Record<InvoiceKind, CodeLabels[string]>> = {
  SALES_INVOICE: msg`Invoice`,
  SALES_CREDIT_NOTE: msg`Credit note`,
  PURCHASE_INVOICE: msg`Purchase invoice`,
  PURCHASE_CREDIT_NOTE: msg`Purchase credit note`,
}

/** Status badges of documents. */
export const statusBadges: Readonly<Record<(typeof invoiceStatuses)[number], CodeBadge>> = {
  DRAFT: { word: msg`Draft`, tone: 'grey', icon: FilePen },
  PRE_INVOICED: { word: msg`Reviewed`, tone: 'blue', icon: CircleCheck },
  INVOICED: { word: msg`Finalised`, tone: 'green', icon: FileText },
  INVOICE_POSTED: { word: msg`Posted`, tone: 'green', icon: FileCheck },
  REJECTED: { word: msg`Rejected`, tone: 'red', icon: CircleX },
}

/** Posting state in the accounting system. */
export const postingBadges: Readonly<Record<(typeof invoicePostings)[number], CodeBadge>> = {
  NONE: { word: msg`Not requested`, tone: 'grey', icon: CircleDashed },
  WAITING: { word: msg`Waiting`, tone: 'amber', icon: Hourglass },
  TODO: { word: msg`To post`, tone: 'blue', icon: CircleDot },
  FAILED: { word: msg`Posting failed`, tone: 'red', icon: CircleAlert },
  POSTED: { word: msg`Posted`, tone: 'green', icon: FileCheck },
}

/** Payment state of a document. */
export const paymentBadges: Readonly<Record<(typeof invoicePayments)[number], CodeBadge>> = {
  UNPAID: { word: msg`Unpaid`, tone: 'grey', icon: CircleDashed },
  PAID: { word: msg`Paid`, tone: 'green', icon: CircleCheck },
  OPEN: { word: msg({ message: 'Open', context: 'state' }), tone: 'grey', icon: CircleDashed },
  REFUNDED: { word: msg`Refunded`, tone: 'green', icon: CircleCheck },
}

/** Whether one of our documents reached its customer. */
export const dispatchBadges: Readonly<Record<(typeof invoiceDispatches)[number], CodeBadge>> = {
  NOT_SENT: { word: msg`Not sent`, tone: 'amber', icon: CircleDashed },
  SENDING: { word: msg`Being sent`, tone: 'blue', icon: LoaderCircle },
  SENT: { word: msg({ message: 'Sent', context: 'invoice' }), tone: 'green', icon: CircleCheck },
  NOT_DELIVERED: { word: msg`Not delivered`, tone: 'red', icon: CircleAlert },
}

/** Status badges of runs. */
export const runBadges: Readonly<Record<(typeof invoiceRunStatuses)[number], CodeBadge>> = {
  PROPOSING: { word: msg`Drafting`, tone: 'blue', icon: LoaderCircle },
  PROPOSED: { word: msg`Ready to review`, tone: 'teal', icon: FilePen },
  FINALISING: { word: msg`Finalising`, tone: 'blue', icon: LoaderCircle },
  STOPPED: { word: msg`Stopped`, tone: 'amber', icon: CirclePause },
  DONE: { word: msg`Finished`, tone: 'green', icon: CircleCheck },
}

/** Short warnings to check before a draft is finalised. */
export const warningLabels: CodeLabels = {
  due_date_missing: msg`Due date missing`,
  country_missing: msg`Country missing`,
  below_minimum: msg`Below minimum amount`,
  negative_total: msg`Negative total`,
  foreign_currency: msg`Foreign currency`,
  letters_missing: msg`Letters the PDF lacks`,
  stale: msg`Charges changed`,
}

const wordsIn = (badges: Readonly<Record<string, CodeBadge>>): CodeLabels =>
  Object.fromEntries(Object.entries(badges).map(([code, { word }]) => [code, word]))

/** The same as filter labels. */
export const statusLabels = wordsIn(statusBadges)
export const postingLabels = wordsIn(postingBadges)
export const paymentLabels = wordsIn(paymentBadges)

const shownPayments: Readonly<Record<string, CodeBadge>> = {
  ...paymentBadges,
  OVERDUE: { word: msg`Overdue`, tone: 'red', icon: Clock },
  PART: { word: msg`Paid in part`, tone: 'amber', icon: CircleDot },
  SETTLED: { word: msg`Set off`, tone: 'green', icon: CircleCheck },
}

/** Status of a document. */
export function InvoiceStatus({ status }: { status: string }) {
  return <CodeStatus badges={statusBadges} code={status} />
}

/** Posting state of a document; nothing before it is finalised. */
export function PostingStatus({ posting }: { posting: string }) {
  return posting === 'NONE' ? null : <CodeStatus badges={postingBadges} code={posting} />
}

/** Whether one of our documents reached its customer; nothing for drafts and supplier documents. */
export function DispatchStatus({ dispatch }: { dispatch: string | null }) {
  return dispatch === null ? null : <CodeStatus badges={dispatchBadges} code={dispatch} />
}

/** Payment state of a finalised document: paid, partly paid, settled by credit notes, or overdue. */
export function PaymentStatus({ invoice, isOverdue }: { invoice: Payable; isOverdue: boolean }) {
  return <CodeStatus badges={shownPayments} code={isOverdue ? 'OVERDUE' : paymentOf(invoice)} />
}

type Payable = Pick<ListedInvoice, 'payment' | 'open_amount' | 'total_incl_tax'>

/** A document with an open state is partly paid if less than its total is open, and settled if nothing is (PAY-8). */
function paymentOf({ payment, open_amount: open, total_incl_tax: total }: Payable): string {
  if ((payment !== 'UNPAID' && payment !== 'OPEN') || open === null || Number(total) === 0) return payment
  if (Number(open) === 0) return 'SETTLED'
  return Math.abs(Number(open)) < Math.abs(Number(total)) ? 'PART' : payment
}

/** Status of a run. */
export function RunStatus({ status }: { status: string }) {
  return <CodeStatus badges={runBadges} code={status} />
}
