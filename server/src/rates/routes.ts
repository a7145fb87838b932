import type { Endpoint } from '@cartage/contract/endpoint'
import * as bench from '@cartage/contract/rates/app/bench'
import * as indexes from '@cartage/contract/rates/app/indexes'
import * as records from '@cartage/contract/rates/app/records'
import { type NewRateDraft, rateRecordKinds } from '@cartage/contract/rates/app/records'
import type { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { byCaller } from '../audit/rules.ts'
import { listTrail } from '../audit/views.ts'
import type { Tx } from '../db/tenant.ts'
import type { Render } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { explain } from './engine/explain.rules.ts'
import { explainedIn } from './engine/labels.rules.ts'
import { rate, rateWith } from './engine/rate.rules.ts'
import { addValues, changeIndex, createIndex } from './indexes/commands.ts'
import { listIndexes } from './indexes/views.ts'
import { checkDraft, type Finding } from './records/checks.rules.ts'
import * as commands from './records/commands.ts'
import { draftCard } from './records/draft-card.rules.ts'
import { readTableIsolated } from './records/import.gateway.ts'
import { findDraft, findRecord, findVersionDoc, listRecords } from './records/views.ts'
import { loadTariff } from './tariff.views.ts'

/** Binds rate cards, tariff tables, zone sets, indexes and the test bench. */
export function serveRates(server: Server): void {
  serveReading(server)
  serveDrafts(server)
  serveIndexes(server)
  serveBench(server)
}

const commandOf = ({ caller, requestId }: Pick<Call<Endpoint>, 'caller' | 'requestId'>) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

/** A record with its draft and the findings of its check. */
async function pageOf(tx: Tx, id: string, render: Render) {
  const [record, draft] = await Promise.all([findRecord(tx, id), findDraft(tx, id)])
  if (!record) throw new Problem('not_found')
  if (!draft) return { ...record, draft: null }
  const { kind, doc, valid_from, valid_to } = draft
  const found = checkDraft({ kind, doc: doc as NewRateDraft['doc'] }, draft.currency, await loadTariff(tx))
  const spoken = (all: readonly Finding[]) => all.map(({ field, message }) => ({ field, message: render(message) }))
  return {
    ...record,
    draft: { valid_from, valid_to, doc, faults: spoken(found.faults), warnings: spoken(found.warnings) },
  }
}

function serveReading(server: Server): void {
  serve(server, records.listRateRecords, async ({ query, inTenant }) => ({
    items: await inTenant((tx) => listRecords(tx, query.kind ? [query.kind] : rateRecordKinds)),
  }))
  serve(server, records.getRateRecord, async ({ params, render, inTenant }) =>
    inTenant((tx) => pageOf(tx, params.rate_record_id, render)),
  )
  serve(server, records.getRateVersion, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const doc = await findVersionDoc(tx, params.rate_record_id, params.rate_version_id)
      const record = await findRecord(tx, params.rate_record_id)
      const version = record?.versions.find(({ rate_version_id }) => rate_version_id === params.rate_version_id)
      if (!doc || !version) throw new Problem('not_found')
      return { ...version, doc }
    }),
  )
  serve(server, records.listRateRecordHistory, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const { rate_record_id: id } = params
      if (!(await findRecord(tx, id))) throw new Problem('not_found')
      return {
        items: await listTrail(tx, { entity: { type: 'rate_record', id } }, { before: undefined, limit: mostShown }),
      }
    }),
  )
}

/** Maximum changes of a record shown. */
const mostShown = 200

function serveDrafts(server: Server): void {
  const { ctx } = server
  serve(server, records.createRateRecord, async (call) => commands.createRecord(ctx, commandOf(call), call.body))
  serve(server, records.saveRateDraft, async (call) => {
    const { rate_record_id: id } = call.params
    await commands.saveDraft(ctx, commandOf(call), id, call.body)
    return call.inTenant((tx) => pageOf(tx, id, call.render))
  })
  serve(server, records.discardRateDraft, async (call) => {
    const { rate_record_id: id } = call.params
    await commands.discardDraft(ctx, commandOf(call), id)
    return call.inTenant((tx) => pageOf(tx, id, call.render))
  })
  serve(server, records.publishRateDraft, async (call) => {
    const { rate_record_id: id } = call.params
    await commands.publishDraft(ctx, commandOf(call), id)
    return call.inTenant((tx) => pageOf(tx, id, call.render))
  })
  serve(server, records.retireRateVersion, async (call) => {
    const { rate_record_id: id, rate_version_id: versionId } = call.params
    await commands.retireVersion(ctx, commandOf(call), id, versionId)
    return call.inTenant((tx) => pageOf(tx, id, call.render))
  })
}

function serveIndexes(server: Server): void {
  const { ctx } = server
  serve(server, indexes.listPriceIndexes, async ({ inTenant }) => ({ items: await inTenant(listIndexes) }))
  serve(server, indexes.createPriceIndex, async (call) => createIndex(ctx, commandOf(call), call.body))
  serve(server, indexes.changePriceIndex, async (call) =>
    changeIndex(ctx, commandOf(call), call.params.price_index_id, call.body),
  )
  serve(server, indexes.addIndexValues, async (call) =>
    addValues(ctx, commandOf(call), call.params.price_index_id, call.body.values),
  )
}

function serveBench(server: Server): void {
  serve(server, bench.tryRates, async ({ body, render, inTenant }) =>
    inTenant(async (tx) => {
      const { facts, side, rate_record_id: id } = body
      const tariff = await loadTariff(tx)
      if (id === undefined) return explainedIn(explain(rate(facts, side, tariff), facts, tariff), render)
      const [record, draft] = await Promise.all([findRecord(tx, id), findDraft(tx, id)])
      const tried = record && draft && draftCard(record, draft, facts)
      if (!tried) throw new Problem('not_found')
      return explainedIn(explain(rateWith(facts, tried.card, tried.ratedOn, tariff), facts, tariff), render)
    }),
  )
  serve(server, bench.readTariffTable, async ({ body, caller, render, inTenant }) => {
    const { rate_record_id: id, ...given } = body
    const previous = id === undefined ? undefined : await inTenant((tx) => latestTable(tx, id))
    const { doc, faults, warnings } = await readTableIsolated(caller.tenantId, given, previous)
    const spoken = (all: typeof faults) => all.map(({ row, message }) => ({ row, message: render(message) }))
    return { doc, faults: spoken(faults), warnings: spoken(warnings) }
  })
}

/** Latest version of a table, for comparison with the prices of a file. */
async function latestTable(tx: Tx, id: string): Promise<TariffTableDoc | undefined> {
  const record = await findRecord(tx, id)
  if (record?.kind !== 'TARIFF_TABLE') throw new Problem('not_found')
  const [latest] = record.versions
  return latest && ((await findVersionDoc(tx, id, latest.rate_version_id)) as TariffTableDoc | undefined)
}
