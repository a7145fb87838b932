import * as contract from '@cartage/contract/papers/app'
import type { Language } from '@cartage/contract/reading/languages'
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { languageOf } from '../http/language.ts'
import { type Server, serve } from '../http/serve.ts'
import { languageOrEnglish } from '../languages/writing.ts'
import { readOrderTemperature } from '../temperatures/views.ts'
import { readTenantSettings } from '../tenants/tenants.views.ts'
import { saveOrderPaper, saveTripPaper } from './commands.ts'
import type { PaperFacts } from './facts.rules.ts'
import { readDayFacts, readDriversOfDay, readFactsOfDrivers, readOrderFacts, readTripFacts } from './facts.views.ts'
import { type PrintedPaper, type PrintRequest, paperLanguage, previewOf, printPaper } from './print.rules.ts'
import { printTemperatureRecord } from './temperature-record/print.rules.ts'
import { printDayList, printDayLists, printTripSheet } from './trip-sheet/print.rules.ts'

/** Binds transport papers of orders and trips. */
export function servePapers(server: Server): void {
  serveOrderPapers(server)
  serveTripPapers(server)
  serveSheets(server)
}

function serveSheets(server: Server): void {
  serve(server, contract.printTripSheet, async ({ request, params, query, reply, inTenant }) => {
    const facts = await inTenant((tx) => readTripFacts(tx, params.trip_id))
    return await sendPaper(reply, await printTripSheet(facts, query.language ?? languageOf(request)))
  })
  serve(server, contract.printDayList, async ({ request, params, query, reply, inTenant }) => {
    const { locale, ...day } = await inTenant((tx) =>
      readDayFacts(tx, params.resource_id, query.date ?? server.ctx.now()),
    )
    const language = query.language ?? (locale === null ? languageOf(request) : languageOrEnglish(locale.slice(0, 2)))
    return await sendPaper(reply, await printDayList(day, day.date, language))
  })
  serve(server, contract.listDriversOfDay, async ({ query, inTenant }) => {
    const { drivers } = await inTenant((tx) => readDriversOfDay(tx, query.date ?? server.ctx.now()))
    const items = drivers.map(({ resource_id, name, trip_count, starts_at }) => ({
      ...{ resource_id, name, trip_count, starts_at },
    }))
    return { items }
  })
  serve(server, contract.printDayLists, async ({ request, query, reply, inTenant }) => {
    const day = await inTenant(async (tx) => {
      const { date, drivers } = await readDriversOfDay(tx, query.date ?? server.ctx.now())
      return { date, drivers, facts: await readFactsOfDrivers(tx, drivers) }
    })
    const own = query.language ?? languageOf(request)
    const drivers = day.drivers.map(({ name, locale, trip_ids }) => ({
      driver: name,
      language: query.language ?? (locale === null ? own : languageOrEnglish(locale.slice(0, 2))),
      tripIds: trip_ids,
    }))
    return await sendPaper(reply, await printDayLists({ drivers, facts: day.facts }, day.date, own))
  })
}

function serveOrderPapers(server: Server): void {
  serve(server, contract.listOrderPapers, async ({ params, inTenant }) => ({
    items: previewOf(await inTenant((tx) => readOrderFacts(tx, params.order_id))),
  }))
  serve(server, contract.printOrderPaper, async ({ params, query, reply, inTenant }) => {
    const wanted = { ...query, paper: params.paper }
    const { facts, request } = await inTenant((tx) => readRequest(tx, readOrderFacts(tx, params.order_id), wanted))
    return await sendPaper(reply, await printPaper(facts, request))
  })
  serve(server, contract.printTemperatureRecord, async ({ params, query, reply, inTenant }) => {
    const { facts, record, locale } = await inTenant(async (tx) => {
      const [facts, record, { locale }] = await Promise.all([
        readOrderFacts(tx, params.order_id),
        readOrderTemperature(tx, params.order_id, server.ctx.now().getTime()),
        readTenantSettings(tx),
      ])
      return { facts, record, locale }
    })
    const paper = await printTemperatureRecord(facts, record, paperLanguage(query.language, locale))
    return await sendPaper(reply, paper)
  })
  serve(server, contract.addOrderPaper, async ({ caller, requestId, params, body, inTenant }) => {
    const wanted = { ...body, paper: params.paper }
    const given = await inTenant((tx) => readRequest(tx, readOrderFacts(tx, params.order_id), wanted))
    const by = byCaller(caller, requestId)
    return await saveOrderPaper(server.ctx, { ...given, tenantId: caller.tenantId, by })
  })
}

function serveTripPapers(server: Server): void {
  serve(server, contract.listTripPapers, async ({ params, inTenant }) => ({
    items: previewOf(await inTenant((tx) => readTripFacts(tx, params.trip_id))),
  }))
  serve(server, contract.printTripPaper, async ({ params, query, reply, inTenant }) => {
    const wanted = { ...query, paper: params.paper }
    const { facts, request } = await inTenant((tx) => readRequest(tx, readTripFacts(tx, params.trip_id), wanted))
    return await sendPaper(reply, await printPaper(facts, request))
  })
  serve(server, contract.addTripPaper, async ({ caller, requestId, params, body, inTenant }) => {
    const wanted = { ...body, paper: params.paper }
    const given = await inTenant((tx) => readRequest(tx, readTripFacts(tx, params.trip_id), wanted))
    const by = byCaller(caller, requestId)
    return { items: await saveTripPaper(server.ctx, { ...given, tenantId: caller.tenantId, by }) }
  })
}

interface Requested {
  paper: contract.PaperKind
  language?: Language | undefined
  consignment_id?: string | undefined
  copies?: 'true' | 'false' | undefined
}

/** Data to print, and the requested options. */
async function readRequest(
  tx: Tx,
  reading: Promise<PaperFacts>,
  { paper, language, consignment_id, copies }: Requested,
): Promise<{ facts: PaperFacts; request: PrintRequest }> {
  const [facts, { locale }] = await Promise.all([reading, readTenantSettings(tx)])
  const chosen = paperLanguage(language, locale)
  return {
    facts,
    request: { paper, language: chosen, consignmentId: consignment_id, withCopies: copies === 'true' },
  }
}

/** Our own PDFs open in the browser, unlike documents that others sent. */
async function sendPaper(reply: FastifyReply, { name, bytes }: PrintedPaper): Promise<undefined> {
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': create(name, { type: 'inline' }),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  await reply.send(bytes)
  return undefined
}
