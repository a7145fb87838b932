import * as reminders from '@cartage/contract/accounting/app/reminders'
import * as servers from '@cartage/contract/billing/app/mail-server'
import * as contract from '@cartage/contract/billing/app/sending'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { SendingsSearch } from './address.ts'

type SendingQuery = NonNullable<Request<typeof contract.listSendings>['query']>

/** Filters of the sendings as query parameters. */
export function sendingFiltersOf({ sort: _sort, peek: _peek, ...filters }: SendingsSearch): Partial<SendingQuery> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<SendingQuery>
}

/** A window of the sendings. */
export function loadSendings(search: SendingsSearch) {
  const query = { ...sendingFiltersOf(search), sort: search.sort ?? ('newest' as const) }
  return async (offset: number, limit: number) => call(contract.listSendings, { query: { ...query, offset, limit } })
}

/** Number of sendings per state, channel and purpose. */
export function sendingCountsQuery(search: SendingsSearch) {
  const filters = sendingFiltersOf(search)
  return queryOptions({
    queryKey: ['sendings', 'counts', filters],
    queryFn: () => call(contract.countSendings, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One sending. */
export function sendingQuery(sendingId: string) {
  const params = { sending_id: sendingId }
  return queryOptions({
    queryKey: ['sendings', 'record', sendingId],
    queryFn: () => call(contract.getSending, { params }),
  })
}

/** The sendings of one document. */
export function documentSendingsQuery(invoiceId: string) {
  const params = { invoice_id: invoiceId }
  return queryOptions({
    queryKey: ['sendings', 'of', invoiceId],
    queryFn: () => call(contract.listInvoiceSendings, { params }),
  })
}

/** Resends ended sendings. */
export function resendSendings(ids: readonly string[]) {
  return call(contract.resendSendings, { body: { ids: [...ids] } })
}

/** Records the result of a sending. */
export function markSending(sendingId: string, body: Request<typeof contract.setSendingStatus>['body']) {
  return call(contract.setSendingStatus, { params: { sending_id: sendingId }, body })
}

/** Recipient of a document. */
export type NewSending = NonNullable<Request<typeof contract.sendInvoice>['body']>

/** Sends a document to another address. */
export function sendDocument(invoiceId: string, body: NewSending) {
  return call(contract.sendInvoice, { params: { invoice_id: invoiceId }, body })
}

/** Overdue invoices with their next reminder. */
export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call(reminders.listReminders, {}),
})

/** An invoice and the reminder to send for it. */
export type ChosenReminder = Pick<reminders.ReminderProposal, 'invoice_id' | 'reminder_level_id'>

/** Sends reminders. Returns the result for each invoice. */
export function sendReminders(items: readonly ChosenReminder[]) {
  return call(reminders.sendReminders, { body: { items: [...items] } })
}

/** Changes sendings and refreshes their queries. */
export function useSendingChange<Answer = unknown>() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<Answer>) => work(),
    onSettled: () => refresh(queryClient, 'invoice', 'mail'),
  })
}

/** The mail server. */
export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: () => call(servers.getMailServer, {}),
})

/** Settings of a mail server. */
export type MailServerInput = NonNullable<Request<typeof servers.setMailServer>['body']>

/** Sets the mail server. Null removes it. */
export function useSetMailServer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: MailServerInput | null) => {
      if (body === null) await call(servers.removeMailServer, {})
      else await call(servers.setMailServer, { body })
    },
    onSuccess: () => refresh(queryClient, 'mail_server'),
  })
}

/** Sends a test e-mail. */
export function useTestMail() {
  return useMutation({ mutationFn: (address: string) => call(servers.testMailServer, { body: { address } }) })
}
