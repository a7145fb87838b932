import type { ChargeRow } from '../../charges/record/store.ts'
import { companyDetails } from '../../companies/details.views.ts'
import type { Tx } from '../../db/tenant.ts'
import { choosePreference } from '../preferences/rules.ts'
import { findPreferences } from '../preferences/views.ts'
import type { BilledCompany, EntityFacts, OrderFacts } from './facts.rules.ts'
import { loadEntities, loadOrderFacts, loadTypes } from './facts.views.ts'
import type { BillableCharge } from './group.rules.ts'

/** Data needed to turn charges into lines. */
export interface ChargeSources {
  readonly entities: readonly EntityFacts[]
  readonly orders: ReadonlyMap<string, OrderFacts>
  readonly types: Awaited<ReturnType<typeof loadTypes>>
  readonly billedBy: (companyId: string, entityId: string) => BilledCompany | undefined
}

/**
 * Payers of companies: the company itself or its substitute payer, with the billing preference (BILL-15).
 * @param options.isDecided the companies are named by documents, so no substitute applies
 */
export async function loadBilled(
  tx: Tx,
  companyIds: readonly string[],
  entities: readonly EntityFacts[],
  { isDecided = false } = {},
): Promise<ChargeSources['billedBy']> {
  const named = await companyDetails(tx, [...new Set(companyIds)])
  const insteadOf = (id: string) => (isDecided ? id : (named.get(id)?.default_invoice_customer?.id ?? id))
  const billedIds = [...new Set([...named.keys()].map(insteadOf))]
  const others = await companyDetails(
    tx,
    billedIds.filter((id) => !named.has(id)),
  )
  const preferences = await findPreferences(
    tx,
    billedIds,
    entities.map(({ billing_entity_id: id }) => id),
  )
  return (companyId, entityId) => {
    const id = insteadOf(companyId)
    const company = named.get(id) ?? others.get(id)
    if (!company) return undefined
    const { preference } = choosePreference(preferences.byCompany.get(id), preferences.byEntity.get(entityId))
    return { company, preference }
  }
}

/**
 * Loads the data needed to turn charges into lines, in bulk.
 * @param known their orders, if the caller has loaded them all
 */
export async function loadChargeSources(
  tx: Tx,
  charges: readonly ChargeRow[],
  known?: ReadonlyMap<string, OrderFacts>,
): Promise<ChargeSources> {
  const entities = await loadEntities(tx)
  const [orders, types, billedBy] = await Promise.all([
    known ??
      loadOrderFacts(
        tx,
        charges.flatMap(({ order_id: id }) => id ?? []),
      ),
    loadTypes(
      tx,
      charges.map(({ charge_type: code }) => code),
    ),
    loadBilled(
      tx,
      charges.flatMap(({ company_id: id }) => id ?? []),
      entities,
    ),
  ])
  return { entities, orders, types, billedBy }
}

/** A charge with its order, entity and company; undefined if one of them is missing. */
export function billableOf(charge: ChargeRow, sources: ChargeSources): BillableCharge | undefined {
  const entity =
    sources.entities.find(({ billing_entity_id: id }) => id === charge.billing_entity_id) ??
    (charge.billing_entity_id === null ? sources.entities.find(({ is_default }) => is_default) : undefined)
  if (!entity || charge.company_id === null) return undefined
  const billed = sources.billedBy(charge.company_id, entity.billing_entity_id)
  if (!billed) return undefined
  return { charge, order: orderOf(charge, sources) ?? null, entity, billed }
}

/** The order of a charge; undefined for charges of trips. */
export function orderOf({ order_id }: ChargeRow, { orders }: Pick<ChargeSources, 'orders'>): OrderFacts | undefined {
  return order_id === null ? undefined : orders.get(order_id)
}
