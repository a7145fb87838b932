import { byOperator } from '../audit/rules.ts'
import { importEcbRates } from '../books/exchange/commands.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { settingKinds } from '../setting-kinds.ts'
import type { SettingKind, SettingValues } from '../tenants/settings/kinds.rules.ts'
import { type Entry, loadEntries, mergeEntries, raiseSettingsVersion, writeEntries } from '../tenants/settings/store.ts'
import { branches, mainEntity, sampleAccounts, sampleRanges, sampleRates, sampleTaxRates } from './books.rules.ts'

/** Billing entities, accounts, tax rates and a month of exchange rates; existing entries stay. */
export async function createBooks(ctx: Context, tenantId: string, now: Date): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const entities = await loadEntries(tx, kindNamed('billing_entities'))
    const main = entities.find(({ values }) => values.is_default === true)!
    const entity = String(main.values.code)
    await describeMain(tx, main)
    await addMissing(tx, 'billing_entities', branches)
    await addMissing(tx, 'accounts', sampleAccounts(entity))
    await addMissing(tx, 'tax_rates', sampleTaxRates(entity))
    await raiseSettingsVersion(tx)
  })
  await importEcbRates(ctx, { tenantId, by: byOperator }, sampleRates(now), {})
}

/** Number ranges of the default billing entity, which offers its documents to the accounting system at once. */
export async function createInvoicing(ctx: Context, tenantId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const kind = kindNamed('billing_entities')
    const main = (await loadEntries(tx, kind)).find(({ values }) => values.is_default === true)!
    const { setting_id, values } = main
    if (values.post_automatically !== true) {
      const update = [{ setting_id, values: { ...values, post_automatically: true } }]
      await writeEntries(tx, kind, { insert: [], update, archive: [], remove: [] })
    }
    await addRanges(tx, String(values.code))
    await raiseSettingsVersion(tx)
  })
}

/** Number ranges of the default billing entity. */
export async function createNumberRanges(ctx: Context, tenantId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const main = (await loadEntries(tx, kindNamed('billing_entities'))).find(
      ({ values }) => values.is_default === true,
    )!
    await addRanges(tx, String(main.values.code))
    await raiseSettingsVersion(tx)
  })
}

async function addRanges(tx: Tx, entity: string): Promise<void> {
  await claimRanges(tx, entity)
  await addMissing(tx, 'number_ranges', sampleRanges(entity))
}

async function describeMain(tx: Tx, { setting_id, values }: Entry): Promise<void> {
  if (values.country !== null) return
  const update = [{ setting_id, values: { ...values, ...mainEntity } }]
  await writeEntries(tx, kindNamed('billing_entities'), { insert: [], update, archive: [], remove: [] })
}

/** Assigns the ranges of the demo tenant, which belong to no billing entity, to the default one. */
async function claimRanges(tx: Tx, entity: string): Promise<void> {
  const kind = kindNamed('number_ranges')
  const wanted = sampleRanges(entity)
  const free = (await loadEntries(tx, kind)).filter(
    ({ values, is_archived }) =>
      !is_archived && values.billing_entity === null && wanted.some(({ code }) => code === values.code),
  )
  const update = free.map(({ setting_id, values }) => ({ setting_id, values: { ...values, billing_entity: entity } }))
  await writeEntries(tx, kind, { insert: [], update, archive: [], remove: [] })
}

/** Adds the entries whose key is not active yet. */
async function addMissing(tx: Tx, name: string, wanted: readonly SettingValues[]): Promise<void> {
  const kind = kindNamed(name)
  const keyOf = (values: SettingValues) => JSON.stringify(kind.key.map((member) => values[member]))
  const live = (await loadEntries(tx, kind)).filter((entry) => !entry.is_archived)
  const known = new Set(live.map(({ values }) => keyOf(values)))
  await mergeEntries(
    tx,
    kind,
    wanted.filter((values) => !known.has(keyOf(values))),
  )
}

function kindNamed(name: string): SettingKind {
  return settingKinds.find(({ kind }) => kind === name)!
}
