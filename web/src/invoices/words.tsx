import type {
  InvoiceKind,
  invoicePayments,
  invoicePostings,
  invoiceStatuses,
} from '@cartage/contract/billing/app/document'
import type { invoiceRunStatuses } from '@cartage/contract/billing/app/run'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import type { CodeWords } from '../records/code-words.ts'
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

/** The kinds of documents. */
export const kindWords: Readonly<Record<InvoiceKind, CodeWords[string]>> = {
  SALES_INVOICE: msg`Invoice`,
  SALES_CREDIT_NOTE: msg`Credit note`,
  PURCHASE_INVOICE: msg`Purchase invoice`,
  PURCHASE_CREDIT_NOTE: msg`Purchase credit note`,
}

/** How far a document is. */
export const statusBadges: Readonly<Record<(typeof invoiceStatuses)[number], CodeBadge>> = {
  DRAFT: { word: msg`Draft`, tone: 'grey', icon: FilePen },
  PRE_INVOICED: { word: msg`Reviewed`, tone: 'blue', icon: CircleCheck },
  INVOICED: { word: msg`Finalised`, tone: 'green', icon: FileText },
  INVOICE_POSTED: { word: msg`Posted`, tone: 'green', icon: FileCheck },
  REJECTED: { word: msg`Rejected`, tone: 'red', icon: CircleX },
}

/** How far the accounting system has posted a document. */
export const postingBadges: Readonly<Record<(typeof invoicePostings)[number], CodeBadge>> = {
  NONE: { word: msg`Not requested`, tone: 'grey', icon: CircleDashed },
  WAITING: { word: msg`Waiting`, tone: 'amber', icon: Hourglass },
  TODO: { word: msg`To post`, tone: 'blue', icon: CircleDot },
  FAILED: { word: msg`Posting failed`, tone: 'red', icon: CircleAlert },
  POSTED: { word: msg`Posted`, tone: 'green', icon: FileCheck },
}

/** Whether a document is paid. */
export const paymentBadges: Readonly<Record<(typeof invoicePayments)[number], CodeBadge>> = {
  UNPAID: { word: msg`Unpaid`, tone: 'grey', icon: CircleDashed },
  PAID: { word: msg`Paid`, tone: 'green', icon: CircleCheck },
  OPEN: { word: msg({ message: 'Open', context: 'state' }), tone: 'grey', icon: CircleDashed },
  REFUNDED: { word: msg`Refunded`, tone: 'green', icon: CircleCheck },
}

/** How far a run is. */
export const runBadges: Readonly<Record<(typeof invoiceRunStatuses)[number], CodeBadge>> = {
  PROPOSING: { word: msg`Drafting`, tone: 'blue', icon: LoaderCircle },
  PROPOSED: { word: msg`Ready to review`, tone: 'teal', icon: FilePen },
  FINALISING: { word: msg`Finalising`, tone: 'blue', icon: LoaderCircle },
  STOPPED: { word: msg`Stopped`, tone: 'amber', icon: CirclePause },
  DONE: { word: msg`Finished`, tone: 'green', icon: CircleCheck },
}

/** What to look at before a draft is finalised, in short. */
export const warningWords: CodeWords = {
  due_date_missing: msg`Due date missing`,
  country_missing: msg`Country missing`,
  below_minimum: msg`Below minimum amount`,
  negative_total: msg`Negative total`,
  foreign_currency: msg`Foreign currency`,
  letters_missing: msg`Letters the PDF lacks`,
  stale: msg`Charges changed`,
}

const wordsIn = (badges: Readonly<Record<string, CodeBadge>>): CodeWords =>
  Object.fromEntries(Object.entries(badges).map(([code, { word }]) => [code, word]))

/** The same as words of filters. */
export const statusWords = wordsIn(statusBadges)
export const postingWords = wordsIn(postingBadges)
export const paymentWords = wordsIn(paymentBadges)

const overdueBadge: CodeBadge = { word: msg`Overdue`, tone: 'red', icon: Clock }

/** How far a document is. */
export function InvoiceStatus({ status }: { status: string }) {
  return <CodeStatus badges={statusBadges} code={status} />
}

/** How far a document is posted; nothing before it is finalised. */
export function PostingStatus({ posting }: { posting: string }) {
  return posting === 'NONE' ? null : <CodeStatus badges={postingBadges} code={posting} />
}

/** Whether a finalised document is paid, or overdue. */
export function PaymentStatus({ payment, isOverdue }: { payment: string; isOverdue: boolean }) {
  if (isOverdue) return <CodeStatus badges={{ OVERDUE: overdueBadge }} code="OVERDUE" />
  return <CodeStatus badges={paymentBadges} code={payment} />
}

/** How far a run is. */
export function RunStatus({ status }: { status: string }) {
  return <CodeStatus badges={runBadges} code={status} />
}
