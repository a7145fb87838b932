import type { Request } from '@cartage/contract/endpoint'
import * as contract from '@cartage/contract/mails/app/mails'
import * as templates from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** The record that e-mails are about. */
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

/** An e-mail that can be sent about a record. */
export type NewMail =
  | { source: MailSource & { type: 'order' }; kind: (typeof contract.orderMailKinds)[number] }
  | { source: MailSource & { type: 'trip' }; kind: 'DISPATCH' }

/** What an e-mail would say, in the language of the company when none is given. */
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

/** How an e-mail is sent. */
interface WantedMail {
  language: Language
  address: string
  /** What a person wrote instead of the text of the draft. */
  subject?: string
  body?: string
  /** Asks a carrier again within a day. */
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

/** Says what happened to an e-mail. */
export function markMail(mailId: string, status: 'SENT' | 'FAILED') {
  return call(contract.setMailStatus, { params: { mail_id: mailId }, body: { status } })
}

/** Runs a change of e-mails and loads again what shows them. */
export function useMailChange<Result>() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<Result>) => work(),
    onSettled: () => refresh(client, 'mail'),
  })
}

/** All texts of e-mails. */
export const mailTemplatesQuery = queryOptions({
  queryKey: ['mail-templates'],
  queryFn: () => call(templates.listMailTemplates, {}),
})

/** Which text. */
export type TemplateName = Request<typeof templates.setMailTemplate>['params']
/** What it says. */
export type TemplateText = Pick<templates.MailTemplate, 'subject' | 'body'>

/** What a text says of the latest order or trip. */
export function templatePreviewQuery(params: TemplateName, text: TemplateText) {
  return queryOptions({
    queryKey: ['mail-templates', 'preview', params, text],
    queryFn: () => call(templates.previewMailTemplate, { params, body: text }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Writes a text, or takes the built-in one again with null. */
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
