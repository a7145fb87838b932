import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { SelfBilledCost } from './draft.rules.ts'

/** Period of the costs to draft. */
export interface DraftPeriod {
  readonly from: string
  readonly to: string
}

const timeZone = '(select n.time_zone from tenant n where $1 = n.tenant_id)'
const suppliedOn = `coalesce(c.supplied_on, (t.completed_at at time zone ${timeZone})::date)`
const open = `c.tenant_id = $1 and c.side = 'COST' and c.status = 'CREATED' and c.amount <> 0 and t.status = 'COMPLETED'
      and not exists (select from invoice_line_charge l where l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live)`
const trips = 'charge c join trip t on t.tenant_id = $1 and t.trip_id = c.trip_id'
const agreement = `self_billing_agreement a
      where a.tenant_id = $1 and a.company_id = c.company_id and a.valid_from <= ${suppliedOn}
        and (a.valid_to is null or ${suppliedOn} <= a.valid_to)`

const selectSuppliers = statement(
  'purchases.suppliers_to_self_bill',
  `select distinct a.company_id from self_billing_agreement a
    where a.tenant_id = $1 and ($2::uuid is null or a.company_id = $2) and a.valid_from <= $4::date
      and (a.valid_to is null or $3::date <= a.valid_to)
    order by a.company_id`,
)

/** Suppliers with a valid agreement on a day of the period. */
export async function suppliersToSelfBill(
  tx: Tx,
  { from, to }: DraftPeriod,
  companyId: string | undefined,
): Promise<string[]> {
  const rows = await tx.query<{ company_id: string }>(selectSuppliers, companyId ?? null, from, to)
  return rows.map(({ company_id }) => company_id)
}

const lockCharges = statement(
  'purchases.lock_self_billed_charges',
  `select c.charge_id from charge c
    where c.tenant_id = $1 and c.company_id = $2 and c.side = 'COST' and c.status = 'CREATED' and c.trip_id is not null
    order by c.charge_id for update`,
)

const country = (which: string) => `(
     select l.country from trip_stop s join location l on l.tenant_id = $1 and l.location_id = s.location_id
      where s.tenant_id = $1 and s.trip_id = c.trip_id and l.country is not null order by s.sequence ${which} limit 1)`

const selectCosts = statement(
  'purchases.self_billed_costs',
  `select c.charge_id, c.order_id, c.trip_id, t.name as trip_name, c.charge_type, c.name, c.role, c.description,
          trim_scale(c.quantity)::text as quantity, c.unit, trim_scale(c.unit_price)::text as unit_price,
          c.amount::text as amount, c.currency, c.approval, ${suppliedOn}::text as supplied_on,
          coalesce((select y.tax_treatment from charge_type y
                     where y.tenant_id = $1 and y.code = c.charge_type order by y.is_archived limit 1), 'TRANSPORT') as tax_treatment,
          ${country('')} as from_country, ${country('desc')} as to_country,
          exists (select from trip_stop s join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
                   where s.tenant_id = $1 and s.trip_id = c.trip_id
                     and jsonb_path_exists(o.doc::jsonb, '$.consignments[*].import_export.export_declaration.mrn ? (@ != "")'))
            as has_export_evidence,
          (select json_build_object('self_billing_agreement_id', a.self_billing_agreement_id,
                    'billing_entity_id', a.billing_entity_id, 'days_to_object', a.days_to_object)
             from ${agreement} limit 1) as agreement
     from ${trips}
    where ${open} and c.company_id = $2 and ${suppliedOn} between $3::date and $4::date
      and exists (select from ${agreement})
    order by ${suppliedOn}, t.name, case c.role when 'BASE' then 1 when 'SURCHARGE' then 2 else 3 end, c.amount < 0,
             c.charge_type, c.charge_id`,
)

/** Unbilled costs of a supplier's completed trips in a period, if covered by an agreement; locked. */
export async function costsToSelfBill(tx: Tx, companyId: string, { from, to }: DraftPeriod): Promise<SelfBilledCost[]> {
  await tx.query(lockCharges, companyId)
  return await tx.query<SelfBilledCost>(selectCosts, companyId, from, to)
}
