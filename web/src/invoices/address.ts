import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the invoice list: filters and sort order. */
export const InvoicesSearch = address({
  /** Comma-separated kinds. */
  kind: text,
  /** Comma-separated statuses. */
  status: text,
  /** Comma-separated posting states. */
  posting: text,
  /** Comma-separated payment states. */
  payment: text,
  /** Comma-separated company ids. */
  company: text,
  from: text,
  to: text,
  overdue: flag,
  /** Only documents that did not reach their customer. */
  unsent: flag,
  /** Id of a run. */
  run: text,
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date', 'company', '-company']),
})
export type InvoicesSearch = ReturnType<typeof InvoicesSearch>

/** URL parameters of the drafts. */
export const DraftsSearch = address({
  /** Comma-separated kinds. */
  kind: text,
  status: text,
  company: text,
  run: text,
  sort: oneOf(['created', '-created', 'date', '-date', 'company', '-company']),
  /** Id of the draft whose panel is open. */
  peek: text,
})
export type DraftsSearch = ReturnType<typeof DraftsSearch>

/** URL parameters of the runs. */
export const RunsSearch = address({
  /** Id of the run whose panel is open. */
  peek: text,
})

export const invoiceTabs = ['document', 'payments', 'posting', 'sendings', 'history'] as const
export type InvoiceTab = (typeof invoiceTabs)[number]
