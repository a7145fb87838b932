import type { Request } from '@cartage/contract/endpoint'
import * as contract from '@cartage/contract/mails/app/mails'
import * as templates from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Record that e-mails are about. */
export type MailSource = { type: 'order'; id: string } | { type: 'trip'; id: string }

/** The e-mails of an order or trip. */
export function mailsQuery({ type, id }: MailSource) {
  return queryOptions({
    queryKey: ['mails', type, id],
    queryFn: () =>
      type === 'order'
        ? call(contract.listOrderMails, { params: { order_id: id } })
        : call(contract.listTripMails, { params: { trip_id: id } }),
  })
}

/** A new e-mail about a record. */
export type NewMail =
  | { source: MailSource & { type: 'order' }; kind: (typeof contract.orderMailKinds)[number] }
  | { source: MailSource & { type: 'trip' }; kind: 'DISPATCH' }

/** Draft of an e-mail; defaults to the language of the company. */
export function mailDraftQuery({ source, kind }: NewMail, language: Language | undefined) {
  return queryOptions({
    queryKey: ['mails', 'draft', source.id, kind, language],
    queryFn: () =>
      kind === 'DISPATCH'
        ? call(contract.draftTripMail, { params: { trip_id: source.id }, query: { language } })
        : call(contract.draftOrderMail, { params: { order_id: source.id, mail_kind: kind }, query: { language } }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Options for sending an e-mail. */
interface WantedMail {
  language: Language
  address: string
  /** User's text in place of the draft. */
  subject?: string
  body?: string
  /** Confirms contacting a carrier again within a day. */
  is_confirmed?: boolean
}

/** Sends an e-mail. */
export function sendMail({ source, kind }: NewMail, { is_confirmed, ...wanted }: WantedMail) {
  return kind === 'DISPATCH'
    ? call(contract.sendTripMail, { params: { trip_id: source.id }, body: wanted })
    : call(contract.sendOrderMail, { params: { order_id: source.id }, body: { kind, ...wanted, is_confirmed } })
}

/** Sends an e-mail again. */
export function resendMail(mailId: string) {
  return call(contract.resendMails, { body: { ids: [mailId] } })
}

/** Manually sets the outcome of an e-mail. */
export function markMail(mailId: string, status: 'SENT' | 'FAILED') {
  return call(contract.setMailStatus, { params: { mail_id: mailId }, body: { status } })
}

/** Runs a command on e-mails, then reloads all shown e-mail data. */
export function useMailChange<Result>() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<Result>) => work(),
    onSettled: () => refresh(client, 'mail'),
  })
}

/** All e-mail templates. */
export const mailTemplatesQuery = queryOptions({
  queryKey: ['mail-templates'],
  queryFn: () => call(templates.listMailTemplates, {}),
})

/** Identifies a template. */
export type TemplateName = Request<typeof templates.setMailTemplate>['params']
/** Content of a template. */
export type TemplateText = Pick<templates.MailTemplate, 'subject' | 'body'>

/** Preview of a template with the latest order or trip. */
export function templatePreviewQuery(params: TemplateName, text: TemplateText) {
  return queryOptions({
    queryKey: ['mail-templates', 'preview', params, text],
    queryFn: () => call(templates.previewMailTemplate, { params, body: text }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Saves a template; null restores the built-in one. */
export function useSetTemplate(params: TemplateName) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: TemplateText | null) =>
      text === null
        ? call(templates.resetMailTemplate, { params })
        : call(templates.setMailTemplate, { params, body: text }),
    onSuccess: () => refresh(client, 'mail_template'),
  })
}
