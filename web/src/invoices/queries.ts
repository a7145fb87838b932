import * as ledger from '@cartage/contract/accounting/app/ledger'
import * as payments from '@cartage/contract/accounting/app/payments'
import * as tasks from '@cartage/contract/accounting/app/tasks'
import * as documents from '@cartage/contract/billing/app/document'
import * as drafts from '@cartage/contract/billing/app/draft'
import * as sendings from '@cartage/contract/billing/app/sending'
import { getCompanyRecord, listCompanyRecords } from '@cartage/contract/companies/app/record'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { DraftsSearch, InvoicesSearch } from './address.ts'

type Query = NonNullable<Request<typeof documents.listInvoices>['query']>

/** API filters of the list. */
export function filtersOf({ sort: _sort, overdue, unsent, ...texts }: InvoicesSearch): Partial<Query> {
  const filters = { ...texts, overdue: overdue && 'true', unsent: unsent && 'true' }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<Query>
}

/** One page of the list. */
export function loadInvoices(search: InvoicesSearch) {
  const query = { ...filtersOf(search), sort: search.sort ?? ('-created' as const) }
  return async (offset: number, limit: number) => call(documents.listInvoices, { query: { ...query, offset, limit } })
}

/** Sends documents according to their customers' billing preferences; each has its own result. */
export function sendInvoices(ids: readonly string[]) {
  return call(sendings.sendInvoices, { body: { ids: [...ids] } })
}

/** Maximum number of documents per send request. */
const mostSent = 200

/** Sends the documents of a run that did not reach their customers; each has its own result. */
export async function sendRun(runId: string) {
  const query = { run: runId, unsent: 'true', limit: mostSent } as const
  const { items: unsent } = await call(documents.listInvoices, { query })
  if (unsent.length === 0) return []
  const { items } = await sendInvoices(unsent.map(({ invoice_id }) => invoice_id))
  const names = new Map(unsent.map(({ invoice_id, name, company_name }) => [invoice_id, `${name} · ${company_name}`]))
  return items.map((item) => ({ ...item, name: names.get(item.id) ?? item.id }))
}

/** Document counts of each value under the other filters. */
export function invoiceCountsQuery(search: InvoicesSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['invoices', 'counts', filters],
    queryFn: () => call(documents.countInvoices, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Statuses of documents without a number. */
const draftStates = 'DRAFT,PRE_INVOICED'

/** API filters of the drafts. */
export function draftFiltersOf({ peek: _peek, ...search }: DraftsSearch): Partial<Query> {
  return filtersOf({ ...search, status: search.status ?? draftStates })
}

/** One page of the drafts. */
export function loadDrafts(search: DraftsSearch) {
  const query = { ...draftFiltersOf(search), sort: search.sort ?? ('company' as const) }
  return async (offset: number, limit: number) => call(documents.listInvoices, { query: { ...query, offset, limit } })
}

const ofInvoice = <Data>(what: string, invoiceId: string, queryFn: () => Promise<Data>) =>
  queryOptions({ queryKey: ['invoices', what, invoiceId], queryFn })

/** Polling interval in milliseconds for a document whose files are being generated. */
const lookMs = 2_000

/** One document, polled until its files exist. */
export function invoiceQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return queryOptions({
    queryKey: ['invoices', 'record', invoiceId],
    queryFn: () => call(documents.getInvoiceRecord, { params }),
    refetchInterval: ({ state: { data } }) => (data && isWithoutFiles(data) ? lookMs : false),
  })
}

/** Files of a finalised sales document follow within seconds; purchase documents arrive with theirs. */
function isWithoutFiles(invoice: documents.InvoiceRecord): boolean {
  const isSale = invoice.kind === 'SALES_INVOICE' || invoice.kind === 'SALES_CREDIT_NOTE'
  return isSale && invoice.status === 'INVOICED' && invoice.files.length === 0
}

/** History of a document. */
export function invoiceHistoryQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return ofInvoice('history', invoiceId, () => call(documents.listInvoiceHistory, { params }))
}

/** Payments of a document. */
export function paymentsQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return ofInvoice('payments', invoiceId, () => call(payments.listPayments, { params }))
}

/** Accounting tasks of a document, newest first. */
export function tasksQuery(invoiceId: string) {
  const query = { invoice_id: invoiceId, offset: 0, limit: 200 }
  return ofInvoice('tasks', invoiceId, async () => (await call(tasks.listTasks, { query })).items)
}

/** Ledger entry of a document. */
export function entryQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return ofInvoice('entry', invoiceId, () => call(ledger.getLedgerEntry, { params }))
}

/** URL of a document's PDF; for a draft, a preview. */
export function previewAddress(invoiceId: string, version: number): string {
  const path = documents.previewInvoice.path.replace('{invoice_id}', invoiceId)
  return `${path}?v=${version}`
}

/** Drafts of the same company to which lines can be moved. */
export function draftsOfCompanyQuery(companyId: string) {
  const query = { company: companyId, status: draftStates, kind: 'SALES_INVOICE', sort: 'created' } as const
  return queryOptions({
    queryKey: ['drafts', 'company', companyId],
    queryFn: () => call(documents.listInvoices, { query: { ...query, offset: 0, limit: 200 } }),
  })
}

/** The newest documents of a company. */
export function companyInvoicesQuery(companyId: string) {
  const query = { company: companyId, sort: '-created', offset: 0, limit: 20 } as const
  return queryOptions({
    queryKey: ['invoices', 'company', companyId],
    queryFn: () => call(documents.listInvoices, { query }),
  })
}

/** Companies whose name or code begins with a text. */
export async function findCompanies(text: string) {
  const { items } = await call(listCompanyRecords, { query: { q: text, sort: 'name', offset: 0, limit: 20 } })
  return items.map(({ company_id, name }) => ({ company_id: String(company_id), name }))
}

/** Name of a company named by id in the URL. */
export function companyNameQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', 'name', companyId],
    queryFn: async () => (await call(getCompanyRecord, { params: { company_id: companyId } })).company.name,
    staleTime: 60_000,
  })
}

/** Changes of a draft. */
export type DraftChange = NonNullable<Request<typeof drafts.changeDraft>['body']>
/** Input of a credit. */
export type CreditOrder = NonNullable<Request<typeof drafts.creditInvoice>['body']>

/** Changes a draft. */
export function changeDraft(invoiceId: string, body: DraftChange) {
  return call(drafts.changeDraft, { params: { invoice_id: invoiceId }, body })
}

/** Moves lines to another draft, or to a new one. */
export function moveLines(invoiceId: string, lineIds: readonly string[], to: string | null) {
  const body = { line_ids: [...lineIds], to_invoice_id: to }
  return call(drafts.moveDraftLines, { params: { invoice_id: invoiceId }, body })
}

/** Rebuilds drafts from their current charges. */
export function refreshDrafts(ids: readonly string[]) {
  return call(drafts.refreshDrafts, { body: { ids: [...ids] } })
}

/** Discards drafts and releases their charges. */
export function discardDrafts(ids: readonly string[]) {
  return call(drafts.discardDrafts, { body: { ids: [...ids] } })
}

/** Marks drafts as reviewed, or undoes that. */
export function reviewDrafts(ids: readonly string[], isReviewed: boolean) {
  return call(drafts.reviewDrafts, { body: { ids: [...ids], is_reviewed: isReviewed } })
}

/** Finalises drafts. */
export function finaliseDrafts(ids: readonly string[], how: { date?: string; accepts_old_rate: boolean }) {
  return call(drafts.finaliseDrafts, { body: { ids: [...ids], ...how } })
}

/** Preview of a credit note. */
export function creditPreviewQuery(invoiceId: string, body: CreditOrder | undefined) {
  return queryOptions({
    queryKey: ['invoices', 'credit', invoiceId, body],
    queryFn: () => call(drafts.previewCredit, { params: { invoice_id: invoiceId }, body: body! }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Drafts a credit note. */
export function creditInvoice(invoiceId: string, body: CreditOrder) {
  return call(drafts.creditInvoice, { params: { invoice_id: invoiceId }, body })
}

/** Drafts the released charges of a document again. */
export function billAgain(chargeIds: readonly string[]) {
  return call(drafts.createDrafts, { body: { charge_ids: [...chargeIds] } })
}

/** Records a payment of an invoice, or a refund of a credit note. */
export function recordPayment(invoiceId: string, body: { amount: string; paid_on: string }) {
  return call(payments.createPayment, { params: { invoice_id: invoiceId }, body })
}

/** Reverses a payment. */
export function reversePayment(invoiceId: string, paymentId: string) {
  return call(payments.reversePayment, { params: { invoice_id: invoiceId, payment_id: paymentId } })
}

/** Submits a document for posting. */
export function requestPosting(invoiceId: string) {
  return call(tasks.requestPosting, { body: { ids: [invoiceId] } })
}

/** Runs a command on documents, then reloads all shown document data. */
export function useInvoiceChange<Answer = unknown>() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<Answer>) => work(),
    onSettled: () => refresh(queryClient, 'invoice'),
  })
}
