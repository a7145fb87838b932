import { type Message, msg } from '@cartage/contract/message'
import type { createRateRecord, NewRateDraft, RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'
import type { z } from 'zod'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { everyDay, followRates } from '../follow.commands.ts'
import { loadTariff } from '../tariff.views.ts'
import { checkDraft } from './checks.rules.ts'
import { addRecord, addVersion, type RateRecordRow, recordForUpdate, retire, writeDraft } from './store.ts'
import { checkValidity, hashOf } from './versions.rules.ts'
import { findRecord, findVersionDoc, versionsOf } from './views.ts'

/** The tenant and the actor of a change. */
export interface Command {
  readonly tenantId: string
  readonly by: By
}

type NewRecord = z.output<typeof createRateRecord.body>

/**
 * Creates a rate card, tariff table or zone set.
 * @throws Problem state_conflict if the code is taken
 */
export async function createRecord(ctx: Context, { tenantId, by }: Command, given: NewRecord): Promise<RateRecord> {
  const { kind, code, name, side = null, currency = null } = given
  const row = { rate_record_id: ctx.newId(), kind, code, name, side, currency }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await addRecord(tx, row))) {
      throw new Problem('state_conflict', { message: msg`The code ${code} is taken. Choose another one.` })
    }
    await recordChanges(tx, by, [{ ...about(row.rate_record_id), action: 'created', before: null, after: row }])
    return (await findRecord(tx, row.rate_record_id))!
  })
}

function about(entity_id: string) {
  return { entity_type: 'rate_record', entity_id }
}

async function locked(tx: Tx, id: string): Promise<RateRecordRow> {
  const record = await recordForUpdate(tx, id)
  if (!record) throw new Problem('not_found')
  return record
}

/** Audit data of a draft: only its days and hash, since the document can be large. */
function trailOf(draft: { doc: unknown; valid_from: string; valid_to: string | null } | null) {
  if (draft === null) return null
  return { valid_from: draft.valid_from, valid_to: draft.valid_to, sha256: hashOf(draft.doc).toString('hex') }
}

function draftOf({ draft, draft_valid_from, draft_valid_to }: RateRecordRow) {
  return draft === null ? null : { doc: draft, valid_from: draft_valid_from!, valid_to: draft_valid_to }
}

/**
 * Saves the draft of a record, replacing the previous one.
 * @throws Problem not_found, validation_failed if the draft is of another kind
 */
export async function saveDraft(
  ctx: Context,
  { tenantId, by }: Command,
  id: string,
  given: NewRateDraft,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const record = await locked(tx, id)
    checkKind(record.kind, given.kind)
    await writeDraft(tx, id, given)
    const change: Change = {
      ...about(id),
      action: 'updated',
      before: { draft: trailOf(draftOf(record)) },
      after: { draft: trailOf(given) },
    }
    await recordChanges(tx, by, [change])
  })
}

const kindWords: Readonly<Record<RateRecordKind, Message>> = {
  RATE_CARD: msg`a rate card`,
  TARIFF_TABLE: msg`a tariff table`,
  ZONE_SET: msg`a zone set`,
}

function checkKind(kind: RateRecordKind, given: RateRecordKind): void {
  if (kind === given) return
  const message = msg`The record is ${kindWords[kind]}: send a draft of that kind.`
  throw new Problem('validation_failed', { message, errors: [errorItem('kind', message, null)] })
}

/**
 * Discards the draft of a record. No effect if there is none.
 * @throws Problem not_found
 */
export async function discardDraft(ctx: Context, { tenantId, by }: Command, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const record = await locked(tx, id)
    if (record.draft === null) return
    await writeDraft(tx, id, null)
    const change: Change = {
      ...about(id),
      action: 'updated',
      before: { draft: trailOf(draftOf(record)) },
      after: { draft: null },
    }
    await recordChanges(tx, by, [change])
  })
}

/**
 * Publishes the draft of a record (PRICE-22, PRICE-23).
 * @throws Problem not_found, state_conflict without a draft or if days overlap, validation_failed for an invalid draft
 */
export async function publishDraft(ctx: Context, { tenantId, by }: Command, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const record = await locked(tx, id)
    const draft = draftOf(record)
    if (draft === null) throw new Problem('state_conflict', { message: 'There is no draft to publish.' })
    const { kind, currency } = record
    const tariff = await loadTariff(tx)
    const { faults } = checkDraft({ kind, doc: draft.doc as NewRateDraft['doc'] }, currency, tariff)
    if (faults.length > 0) {
      throw new Problem('validation_failed', {
        message: 'The draft has faults. Correct them, then publish it.',
        errors: faults.slice(0, 100).map(({ field, message }) => errorItem(field, message, null)),
      })
    }
    checkValidity(draft, await versionsOf(tx, [id]))
    const rate_version_id = ctx.newId()
    await addVersion(tx, { ...draft, rate_version_id, rate_record_id: id, sha256: hashOf(draft.doc) })
    await writeDraft(tx, id, null)
    const after = { rate_version_id, ...trailOf(draft) }
    // With the first card, work done before it is listed as having no price (CHARGE-12).
    const isFirst = kind === 'RATE_CARD' && tariff.cards.length === 0
    await followRates(tx, isFirst ? everyDay : draft.valid_from, 'RATES_PUBLISHED')
    await recordChanges(tx, by, [
      { ...about(id), action: 'updated', before: { version: null }, after: { version: after } },
    ])
  })
}

/**
 * Retires a version (PRICE-22). Prices calculated with it stay.
 * @throws Problem not_found
 */
export async function retireVersion(
  ctx: Context,
  { tenantId, by }: Command,
  id: string,
  versionId: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    if ((await findVersionDoc(tx, id, versionId)) === undefined) throw new Problem('not_found')
    if (!(await retire(tx, versionId))) return
    const [version] = (await versionsOf(tx, [id])).filter(({ rate_version_id }) => rate_version_id === versionId)
    await followRates(tx, version?.valid_from ?? everyDay, 'RATES_RETIRED')
    const change: Change = {
      ...about(id),
      action: 'archived',
      before: { version: versionId },
      after: { version: null },
    }
    await recordChanges(tx, by, [change])
  })
}
