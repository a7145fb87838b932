import { createRateRecord, NewRateDraft, rateRecordKinds } from '@cartage/contract/rates/app/records'
import { sampleChargeTypes, sampleIndex, sampleRates } from '../../../seeds/rates.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { addValues, createIndex } from '../rates/indexes/commands.ts'
import { listIndexes } from '../rates/indexes/views.ts'
import { createRecord, publishDraft, saveDraft } from '../rates/records/commands.ts'
import { listRecords } from '../rates/records/views.ts'
import { settingKinds } from '../setting-kinds.ts'
import { addSetting } from '../tenants/settings/commands.ts'

/** Charge types, an index, and published cards with their references; existing codes stay. */
export async function createSampleRates(ctx: Context, tenantId: string): Promise<void> {
  const command = { tenantId, by: byOperator }
  await createChargeTypes(ctx, tenantId)
  const [indexes, records] = await ctx.db.asTenant(tenantId, async (tx) => {
    return [await listIndexes(tx), await listRecords(tx, rateRecordKinds)] as const
  })
  const known = indexes.find(({ code }) => code === sampleIndex.index.code)
  const index = known ?? (await createIndex(ctx, command, sampleIndex.index))
  if (index.values.length === 0) await addValues(ctx, command, index.price_index_id, sampleIndex.values)
  for (const { record, draft } of sampleRates) {
    const found = records.find(({ kind: its, code }) => its === record.kind && code === record.code)
    const { rate_record_id, versions } =
      found ?? (await createRecord(ctx, command, createRateRecord.body.parse(record)))
    if (versions.length > 0) continue
    await saveDraft(ctx, command, rate_record_id, NewRateDraft.parse(draft))
    await publishDraft(ctx, command, rate_record_id)
  }
}

/** Charge types of the haulier; existing codes stay. */
export async function createChargeTypes(ctx: Context, tenantId: string): Promise<void> {
  const command = { tenantId, by: byOperator, kind: settingKinds.find((one) => one.kind === 'charge_types')! }
  for (const type of sampleChargeTypes) await unlessTaken(() => addSetting(ctx, command, { ...type }))
}

/** Does nothing when the code is taken by the haulier. */
async function unlessTaken(create: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error
  }
}
