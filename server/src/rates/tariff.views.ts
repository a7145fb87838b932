import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { RateRecordKind } from '@cartage/contract/rates/app/records'
import type { TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { CardVersion, ChargeType, PriceIndex, Tariff, Version } from './engine/tariff.rules.ts'
import { listIndexes } from './indexes/views.ts'
import { lastDays, type Validity } from './records/versions.rules.ts'

interface VersionRow extends Validity {
  rate_record_id: string
  kind: RateRecordKind
  code: string
  side: 'SALES' | 'COST' | null
  currency: string | null
}

const selectVersions = statement(
  'rates.select_tariff_versions',
  `select v.rate_version_id, v.rate_record_id, v.valid_from, v.valid_to, r.kind, r.code, r.side, r.currency,
          t.rate_version_id is not null as is_retired
     from rate_record r
     join rate_version v on v.tenant_id = $1 and v.rate_record_id = r.rate_record_id
     left join rate_retirement t on t.tenant_id = $1 and t.rate_version_id = v.rate_version_id
    where r.tenant_id = $1`,
)

const selectDocs = statement(
  'rates.select_tariff_docs',
  `select v.rate_version_id, v.doc from rate_version v
    where v.tenant_id = $1 and v.rate_version_id = any($2::uuid[])`,
)

const selectTypes = statement(
  'rates.select_charge_types',
  `select c.code, c.name, c.role, c.unit, c.first_approval, c.tax_treatment from charge_type c where c.tenant_id = $1 and not c.is_archived`,
)

/** Documents of published versions, loaded and prepared once per process because they never change. */
const docs = new Map<string, unknown>()
const mostDocs = 500

/** All input for rating of one tenant: published versions in use, indexes and charge types. */
export async function loadTariff(tx: Tx): Promise<Tariff> {
  const [rows, types, indexes] = await Promise.all([
    tx.query<VersionRow>(selectVersions),
    tx.query<ChargeType>(selectTypes),
    listIndexes(tx),
  ])
  const live = rows.filter(({ is_retired }) => !is_retired)
  await readDocs(tx, live)
  const ends = new Map<string, string | null>()
  for (const versions of Map.groupBy(live, ({ rate_record_id }) => rate_record_id).values()) {
    for (const [id, end] of lastDays(versions)) ends.set(id, end)
  }
  const version = <Doc>({ rate_version_id, valid_from }: VersionRow): Version<Doc> => {
    const doc = docs.get(rate_version_id) as Doc
    return { version_id: rate_version_id, valid_from, valid_to: ends.get(rate_version_id) ?? null, doc }
  }
  const ofKind = (kind: RateRecordKind) => live.filter((row) => row.kind === kind)
  const byCode = <Doc>(kind: RateRecordKind) =>
    new Map([...Map.groupBy(ofKind(kind), ({ code }) => code)].map(([code, same]) => [code, same.map(version<Doc>)]))
  return {
    cards: ofKind('RATE_CARD').map((row): CardVersion => {
      return { ...version<RateCardDoc>(row), code: row.code, side: row.side!, currency: row.currency! }
    }),
    tables: byCode<TariffTableDoc>('TARIFF_TABLE'),
    zones: byCode<ZoneSetDoc>('ZONE_SET'),
    indexes: new Map(
      indexes.map(({ code, lasts_days, values }): [string, PriceIndex] => [
        code,
        { lasts_days, values: values.toReversed() },
      ]),
    ),
    types: new Map(types.map((type) => [type.code, type])),
  }
}

const selectCardVersion = statement(
  'rates.select_card_version',
  `select v.rate_version_id, v.rate_record_id, v.valid_from, v.valid_to, r.kind, r.code, r.side, r.currency
     from rate_version v join rate_record r on r.tenant_id = $1 and r.rate_record_id = v.rate_record_id
    where v.tenant_id = $1 and v.rate_version_id = $2 and r.kind = 'RATE_CARD'`,
)

/** A card version that was used for rating, in use or retired; undefined if it does not exist. */
export async function findCardVersion(tx: Tx, versionId: string): Promise<CardVersion | undefined> {
  const [row] = await tx.query<Omit<VersionRow, 'is_retired'>>(selectCardVersion, versionId)
  if (!row) return undefined
  await readDocs(tx, [{ ...row, is_retired: false }])
  const { rate_version_id, valid_from, valid_to, code, side, currency } = row
  const doc = docs.get(rate_version_id) as RateCardDoc
  return { version_id: rate_version_id, valid_from, valid_to, doc, code, side: side!, currency: currency! }
}

async function readDocs(tx: Tx, versions: readonly VersionRow[]): Promise<void> {
  const missing = versions.map(({ rate_version_id }) => rate_version_id).filter((id) => !docs.has(id))
  if (missing.length === 0) return
  if (docs.size + missing.length > mostDocs) docs.clear()
  const wanted = docs.size === 0 ? versions.map(({ rate_version_id }) => rate_version_id) : missing
  const rows = await tx.query<{ rate_version_id: string; doc: unknown }>(selectDocs, wanted)
  for (const { rate_version_id, doc } of rows) docs.set(rate_version_id, doc)
}
