import type { LedgerExport, LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { Coverage } from './export.rules.ts'
import type { DatevFacts } from './file.format.ts'

const lockEntity = statement(
  'accounting.lock_ledger_exports',
  `select pg_advisory_xact_lock(hashtextextended('accounting.ledger ' || $1::text || $2, 0))`,
)

/** Serialises the exports of a billing entity, so that two never contain the same new entries. */
export async function lockExports(tx: Tx, billingEntityId: string): Promise<void> {
  await tx.query(lockEntity, billingEntityId)
}

/** A billing entity as shown in files. */
export interface LedgerEntity {
  billing_entity_id: string
  code: string
  legal_name: string
  company_registration_number: string
  accounting_currency: string
  datev: DatevFacts | null
}

const selectEntity = statement(
  'accounting.find_ledger_entity',
  `select b.billing_entity_id, b.code, b.legal_name, b.company_registration_number,
          coalesce(b.accounting_currency, (select s.currency from tenant_setting s where s.tenant_id = $1), 'EUR')
            as accounting_currency, b.datev
     from billing_entity b
    where b.tenant_id = $1 and ($2::uuid is null or b.billing_entity_id = $2) and ($3::text is null or b.code = $3)
      and ($2 is not null or $3 is not null or b.is_default)`,
)

/** The billing entity with an id or code; without either, the default. Undefined if there is none. */
export async function findLedgerEntity(
  tx: Tx,
  { id, code }: { id?: string | undefined; code?: string | undefined },
): Promise<LedgerEntity | undefined> {
  return (await tx.query<LedgerEntity>(selectEntity, id ?? null, code ?? null))[0]
}

const selectExported = statement(
  'accounting.find_exported_numbers',
  `select (r ->> 'year')::integer as year, max((r ->> 'last')::float8) as last
     from ledger_export x cross join jsonb_array_elements(x.coverage -> 'ranges') r
    where x.tenant_id = $1 and x.billing_entity_id = $2 and x.profile = $3 and x.coverage ->> 'mode' = 'SINCE_LAST'
    group by 1`,
)

/** Last exported number of each year in a format. */
export async function findExported(tx: Tx, billingEntityId: string, profile: string): Promise<Map<number, number>> {
  const rows = await tx.query<{ year: number; last: number }>(selectExported, billingEntityId, profile)
  return new Map(rows.map(({ year, last }) => [year, last]))
}

/** An export to insert. */
export interface NewExport {
  ledger_export_id: string
  billing_entity_id: string
  profile: LedgerProfile
  coverage: Coverage
  file_name: string
  entries: number
  sha256: string
  created_by: string | null
}

const insertRow = statement(
  'accounting.insert_ledger_export',
  `insert into ledger_export (tenant_id, ledger_export_id, billing_entity_id, profile, coverage, file_name, entries, sha256,
                              created_by)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7, decode($8, 'hex'), $9)`,
)

/** Inserts an export. */
export async function insertExport(tx: Tx, given: NewExport): Promise<void> {
  const { ledger_export_id, billing_entity_id, profile, coverage, file_name, entries, sha256, created_by } = given
  const values = [billing_entity_id, profile, JSON.stringify(coverage), file_name, entries, sha256, created_by]
  await tx.query(insertRow, ledger_export_id, ...values)
}

const columns = `x.ledger_export_id, x.billing_entity_id, b.code as billing_entity_code, x.profile,
  x.coverage ->> 'from' as from, x.coverage ->> 'to' as to, x.entries, encode(x.sha256, 'hex') as sha256, x.file_name,
  ${instant('x.created_at')} as created_at,
  (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = x.created_by) as created_by`
const from = `from ledger_export x
  join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = x.billing_entity_id`

const selectWindow = statement(
  'accounting.list_ledger_exports',
  `select ${columns} ${from} where x.tenant_id = $1
    order by x.created_at desc, x.ledger_export_id offset $2 limit $3`,
)
const countAll = statement(
  'accounting.count_ledger_exports',
  'select count(*)::integer as total from ledger_export x where x.tenant_id = $1',
)
const selectOne = statement(
  'accounting.find_ledger_export',
  `select ${columns}, x.coverage ${from} where x.tenant_id = $1 and x.ledger_export_id = $2`,
)

/** A page of the exports, latest first. */
export async function listExports(
  tx: Tx,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: LedgerExport[]; total: number }> {
  const [items, [count]] = await Promise.all([
    tx.query<LedgerExport>(selectWindow, offset, limit),
    tx.query<{ total: number }>(countAll),
  ])
  return { items, total: count!.total }
}

/** An export with its coverage; undefined if there is none. */
export async function findExport(tx: Tx, id: string): Promise<(LedgerExport & { coverage: Coverage }) | undefined> {
  return (await tx.query<LedgerExport & { coverage: Coverage }>(selectOne, id))[0]
}
