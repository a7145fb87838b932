import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { TieableCharge } from './tie.rules.ts'

/** Maximum charges considered, more than a customer has in the open months. */
const most = 2_000

// An invoice can cover charges on no document; a credit note those billed by the customer.
const tieable = `c.tenant_id = $1 and c.side = 'SALES' and c.company_id = $2 and c.currency = $3
      and c.status = case when $4 then 'INVOICED_EXTERNAL' else 'CREATED' end
      and not exists (select from invoice_line_charge l where l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live)`
const columns = `c.charge_id, c.order_id, o.order_number as order_name, o.customer_reference_number as reference,
          c.charge_type, c.name, c.amount::text as amount`
const from = 'charge c join transport_order o on o.tenant_id = $1 and o.order_id = c.order_id'

const selectTieable = statement(
  'purchases.tieable_charges',
  `select ${columns} from ${from}
    where ${tieable}
    order by lower(o.order_number) = any($5::text[]) or coalesce(lower(o.customer_reference_number) = any($5::text[]), false) desc,
             c.supplied_on desc nulls last, o.order_number, case c.role when 'BASE' then 1 when 'SURCHARGE' then 2 else 3 end,
             c.charge_id
    limit ${most}`,
)

/** Customer and currency of a document, which select its charges. */
export interface Billed {
  readonly company_id: string
  readonly currency: string
  /** A credit note covers charges that the customer has billed. */
  readonly is_credit: boolean
}

/**
 * Charges that a customer's document may cover, those of named orders first.
 * @param names in lower case
 */
export async function listTieable(
  tx: Tx,
  { company_id, currency, is_credit }: Billed,
  names: readonly string[],
): Promise<TieableCharge[]> {
  return await tx.query<TieableCharge>(selectTieable, company_id, currency, is_credit, names)
}

const selectChosen = statement(
  'purchases.chosen_charges',
  `select ${columns} from ${from} where ${tieable} and c.charge_id = any($5::uuid[])`,
)

/** The subset of these charges that a customer's document may cover. */
export async function findTieable(tx: Tx, billed: Billed, ids: readonly string[]): Promise<TieableCharge[]> {
  const { company_id, currency, is_credit } = billed
  return await tx.query<TieableCharge>(selectChosen, company_id, currency, is_credit, ids)
}

const countProven = statement(
  'purchases.count_proven_charges',
  `select count(*)::integer as total from charge c
    where c.tenant_id = $1 and c.company_id = $2 and c.side = 'SALES' and c.status = 'INVOICED_EXTERNAL'
      and c.status_reason = $3`,
)

/** Number of a customer's charges that already have this proof. */
export async function countProvenBy(tx: Tx, companyId: string, proof: string): Promise<number> {
  return (await tx.query<{ total: number }>(countProven, companyId, proof))[0]!.total
}

const selectName = statement(
  'purchases.company_name',
  'select c.name from company c where c.tenant_id = $1 and c.company_id = $2',
)

/** Name of a company; undefined if unknown. */
export async function findCompanyName(tx: Tx, companyId: string): Promise<string | undefined> {
  return (await tx.query<{ name: string }>(selectName, companyId))[0]?.name
}
