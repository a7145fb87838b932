import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list of invoices says: its filters and its order. */
export const InvoicesSearch = address({
  /** Kinds, with commas between them. */
  kind: text,
  /** Statuses, with commas between them. */
  status: text,
  /** How far documents are posted, with commas between them. */
  posting: text,
  /** Whether documents are paid, with commas between them. */
  payment: text,
  /** Ids of companies, with commas between them. */
  company: text,
  from: text,
  to: text,
  overdue: flag,
  /** Only what did not reach its customer. */
  unsent: flag,
  /** Id of a run. */
  run: text,
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date', 'company', '-company']),
})
export type InvoicesSearch = ReturnType<typeof InvoicesSearch>

/** What the address of the drafts says. */
export const DraftsSearch = address({
  /** Kinds, with commas between them. */
  kind: text,
  status: text,
  company: text,
  run: text,
  sort: oneOf(['created', '-created', 'date', '-date', 'company', '-company']),
  /** Id of the draft whose panel is open. */
  peek: text,
})
export type DraftsSearch = ReturnType<typeof DraftsSearch>

/** What the address of the runs says. */
export const RunsSearch = address({
  /** Id of the run whose panel is open. */
  peek: text,
})

export const invoiceTabs = ['document', 'payments', 'posting', 'sendings', 'history'] as const
export type InvoiceTab = (typeof invoiceTabs)[number]
