import type { CompanyDetailOutput } from '@cartage/contract/companies/company-detail'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { CompanyMembers } from './record.rules.ts'
import type { BillingEntity } from './sides.rules.ts'
import { type CompanyRow, companyColumns, toCompanyOutputs } from './views.ts'

type Side = NonNullable<CompanyDetailOutput['sales']>
type SupplierSide = NonNullable<CompanyDetailOutput['purchase']>

interface DetailRow extends Omit<CompanyRow, 'doc'> {
  doc: CompanyMembers
  archived_customer: boolean
  archived_subcontractor: boolean
  archived_buyer_or_seller: boolean
  is_archived: boolean
  locale: string
  timestamp_updated: string
  default_invoice_customer: CompanyDetailOutput['default_invoice_customer']
  codes: { side: string; id: string; code: string; accounting_code: string | null }[]
}

const selectDetails = statement(
  'companies.select_details',
  `select ${companyColumns}, c.archived_customer, c.archived_subcontractor, c.archived_buyer_or_seller, c.is_archived,
          coalesce(c.doc ->> 'locale', (select s.locale from tenant_setting s where s.tenant_id = $1), 'en') as locale,
          ${instant('c.updated_at')} as timestamp_updated,
          case when i.company_id is not null
               then json_build_object('id', i.company_id, 'name', i.name, 'code', i.code)
           end as default_invoice_customer,
          (select coalesce(json_agg(json_build_object('side', b.side, 'id', b.billing_entity_id, 'code', e.code,
                      'accounting_code', b.accounting_code) order by b.position), '[]')
             from company_billing_code b
             join billing_entity e on e.tenant_id = $1 and e.billing_entity_id = b.billing_entity_id
            where b.tenant_id = $1 and b.company_id = c.company_id) as codes
     from company c
     left join company i on i.tenant_id = $1 and i.company_id = c.default_invoice_customer_id
    where c.tenant_id = $1 and c.company_id = any($2::uuid[])`,
)

/** Full details of companies, by id. Unknown ids are left out. */
export async function companyDetails(tx: Tx, ids: readonly string[]): Promise<Map<string, CompanyDetailOutput>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<DetailRow>(selectDetails, ids)
  const outputs = await toCompanyOutputs(tx, rows)
  return new Map(rows.map((row) => [row.company_id, { ...outputs.get(row.company_id)!, ...detailOf(row) }]))
}

function detailOf(row: DetailRow) {
  const { doc, codes, status, purchase_status } = row
  const sideOf = (side: string, name: 'sales' | 'purchase') => ({
    payment_term: doc[name]?.payment_term ?? null,
    billing_entities: codes.filter((code) => code.side === side).map(({ side: _side, ...code }) => code),
  })
  return {
    custom_fields: doc.custom_fields ?? {},
    legal_name: doc.legal_name ?? null,
    vat_number: doc.vat_number ?? null,
    note: doc.note ?? null,
    tax_type: doc.tax_type ?? null,
    payment_term: doc.payment_term ?? null,
    reference_numbers: doc.reference_numbers ?? {},
    bank_accounts: doc.bank_accounts ?? [],
    locale: row.locale,
    archived_customer: row.archived_customer,
    archived_subcontractor: row.archived_subcontractor,
    archived_buyer_or_seller: row.archived_buyer_or_seller,
    is_archived: row.is_archived,
    credit_policy: doc.credit_policy ?? null,
    credit_limit_total: doc.credit_policy?.limit ?? null,
    default_invoice_customer: row.default_invoice_customer,
    sales: { ...sideOf('SALES', 'sales'), status: status as Side['status'] },
    purchase: { ...sideOf('PURCHASE', 'purchase'), status: purchase_status as SupplierSide['status'] },
    timestamp_updated: row.timestamp_updated,
  }
}

/** Full details of a company; undefined when it does not exist. */
export async function findCompanyDetail(tx: Tx, id: string): Promise<CompanyDetailOutput | undefined> {
  return (await companyDetails(tx, [id])).get(id)
}

/** Filter and start of a page of companies. */
export interface CompanyFilter {
  /** Id of the last company on the previous page. */
  after: string | undefined
  /** Instant; with it archived companies are also listed, so that clients with a copy see the change. */
  updatedAfter: string | undefined
  limit: number
}

/** Most changed companies collected and sorted for a page. */
const mostRecent = 5_000

const selectRecent = statement(
  'companies.select_recent',
  `select c.company_id from company c where c.tenant_id = $1 and c.updated_at > $2::timestamptz
    order by c.updated_at desc limit $3`,
)

/** A page of companies by id. Ids never change, so a company that exists from the start is listed exactly once. */
export async function listCompanyDetails(tx: Tx, filter: CompanyFilter): Promise<CompanyDetailOutput[]> {
  const ids = await listIds(tx, filter)
  const details = await companyDetails(tx, ids)
  return ids.map((id) => details.get(id)!)
}

/** Few changed companies are found by the time of change; with many, a scan over all ids finds enough of them. */
async function listIds(tx: Tx, { after, updatedAfter, limit }: CompanyFilter): Promise<string[]> {
  if (updatedAfter !== undefined) {
    const recent = await tx.query<{ company_id: string }>(selectRecent, updatedAfter, mostRecent + 1)
    if (recent.length <= mostRecent) {
      const ids = recent.map((row) => row.company_id).filter((id) => after === undefined || id > after)
      return ids.sort().slice(0, limit)
    }
  }
  const all = build.selectFrom('company as c').select('c.company_id').orderBy('c.company_id').limit(limit)
  const rest = after === undefined ? all : all.where('c.company_id', '>', after)
  const wanted =
    updatedAfter === undefined ? rest.where('c.is_archived', '=', false) : rest.where('c.updated_at', '>', updatedAfter)
  return (await tx.rows<{ company_id: string }>(wanted)).map((row) => row.company_id)
}

const selectEntities = statement(
  'companies.select_billing_entities',
  `select billing_entity_id, code, is_archived from billing_entity e where e.tenant_id = $1
    order by e.is_archived, e.code`,
)

/** Every billing entity of the tenant, archived ones last. */
export async function listBillingEntities(tx: Tx): Promise<BillingEntity[]> {
  return await tx.query<BillingEntity>(selectEntities)
}
