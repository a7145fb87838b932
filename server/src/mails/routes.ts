import type { Endpoint } from '@cartage/contract/endpoint'
import * as automatic from '@cartage/contract/mails/app/automatic'
import * as mails from '@cartage/contract/mails/app/mails'
import * as templates from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { itself } from '../http/each.ts'
import { readSentence } from '../http/kept-sentence.ts'
import type { Render } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { previewRule, readChoices, readRules, setChoice, setRule } from './automatic/commands.ts'
import { draftMail, markMail, resendMail, sendMailAbout } from './letters/commands.ts'
import type { Subject } from './letters/load.commands.ts'
import { findMail, isRecord, type ListedMail, listMailsOfOrder, listMailsOfTrip } from './letters/views.ts'
import { previewTemplate, resetTemplate, setTemplate } from './templates/commands.ts'
import { readTemplates } from './templates/views.ts'

const commandOf = ({ caller, requestId }: Pick<Call<Endpoint>, 'caller' | 'requestId'>) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

/** Binds e-mails about orders and trips, and their templates. */
export function serveMails(server: Server): void {
  serveTemplates(server)
  serveOrderMails(server)
  serveTripMails(server)
  serveMailDesk(server)
  serveAutomatic(server)
}

const textOf = ({ mail_kind: kind, language }: { mail_kind: templates.MailKind; language: Language }) => ({
  kind,
  language,
})

function serveTemplates(server: Server): void {
  const { ctx } = server
  serve(server, templates.listMailTemplates, async ({ inTenant }) => ({ items: await inTenant(readTemplates) }))
  serve(server, templates.setMailTemplate, (call) =>
    setTemplate(ctx, { ...commandOf(call), ...textOf(call.params) }, call.body),
  )
  serve(server, templates.resetMailTemplate, (call) =>
    call.inTenant((tx) => resetTemplate(tx, { ...commandOf(call), ...textOf(call.params) })),
  )
  serve(server, templates.previewMailTemplate, ({ caller, params, body }) => {
    const { order_id, ...text } = body
    return previewTemplate(ctx, caller.tenantId, { ...textOf(params), order_id }, text)
  })
}

const ofOrder = (order_id: string, kind: Subject['kind']): Subject => ({ kind, order_id, trip_id: null })
const ofTrip = (trip_id: string): Subject => ({ kind: 'DISPATCH', order_id: null, trip_id })

function serveOrderMails(server: Server): void {
  const { ctx } = server
  serve(server, mails.listOrderMails, ({ params, render, inTenant }) =>
    inTenant((tx) => listed(tx, params.order_id, listMailsOfOrder, render)),
  )
  serve(server, mails.draftOrderMail, ({ caller, params, query }) =>
    draftMail(ctx, caller.tenantId, ofOrder(params.order_id, params.mail_kind), query),
  )
  serve(server, mails.sendOrderMail, async (call) => {
    const { kind, ...wanted } = call.body
    const id = await sendMailAbout(ctx, commandOf(call), ofOrder(call.params.order_id, kind), wanted)
    return call.inTenant((tx) => shown(tx, id, call.render))
  })
}

function serveTripMails(server: Server): void {
  const { ctx } = server
  serve(server, mails.listTripMails, ({ params, render, inTenant }) =>
    inTenant((tx) => listed(tx, params.trip_id, listMailsOfTrip, render)),
  )
  serve(server, mails.draftTripMail, ({ caller, params, query }) =>
    draftMail(ctx, caller.tenantId, ofTrip(params.trip_id), query),
  )
  serve(server, mails.sendTripMail, async (call) => {
    const id = await sendMailAbout(ctx, commandOf(call), ofTrip(call.params.trip_id), call.body)
    return call.inTenant((tx) => shown(tx, id, call.render))
  })
}

function serveMailDesk(server: Server): void {
  const { ctx } = server
  serve(server, mails.resendMails, async (call) => ({
    items: await call.doEach(call.body.ids, itself, (id) => resendMail(ctx, commandOf(call), id)),
  }))
  serve(server, mails.setMailStatus, async (call) => {
    const { mail_id } = call.params
    await markMail(ctx, commandOf(call), mail_id, call.body.status)
    return call.inTenant((tx) => shown(tx, mail_id, call.render))
  })
}

function serveAutomatic(server: Server): void {
  const { ctx } = server
  serve(server, automatic.listMailRules, async ({ inTenant }) => ({ items: await inTenant(readRules) }))
  serve(server, automatic.setMailRule, ({ caller, requestId, params, body, inTenant }) =>
    inTenant((tx) => setRule(ctx, tx, byCaller(caller, requestId), { kind: params.mail_kind, ...body })),
  )
  serve(server, automatic.previewMailRule, async ({ params, body, inTenant }) => ({
    items: await inTenant((tx) => previewRule(ctx, tx, { kind: params.mail_kind, ...body })),
  }))
  serve(server, automatic.listMailChoices, async ({ params, inTenant }) => ({
    items: await inTenant((tx) => readChoices(tx, params.company_id)),
  }))
  serve(server, automatic.setMailChoice, ({ caller, requestId, params, body, inTenant }) =>
    inTenant((tx) =>
      setChoice(ctx, tx, byCaller(caller, requestId), params.company_id, { kind: params.mail_kind, ...body }),
    ),
  )
}

function spoken({ failure, ...row }: ListedMail, render: Render): mails.Mail {
  return { ...row, failure: failure === null ? null : render(readSentence(failure)) }
}

async function shown(tx: Tx, id: string, render: Render): Promise<mails.Mail> {
  const row = await findMail(tx, id)
  if (!row) throw new Problem('not_found')
  return spoken(row, render)
}

async function listed(
  tx: Tx,
  recordId: string,
  read: (tx: Tx, id: string) => Promise<ListedMail[]>,
  render: Render,
): Promise<{ items: mails.Mail[] }> {
  const rows = await read(tx, recordId)
  if (rows.length === 0 && !(await isRecord(tx, recordId))) throw new Problem('not_found')
  return { items: rows.map((row) => spoken(row, render)) }
}
