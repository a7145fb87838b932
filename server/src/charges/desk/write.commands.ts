import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type OrderRow, ordersByIdForUpdate } from '../../orders/store.ts'
import { type Due, markDue } from '../../rates/store.ts'
import { tripsForUpdate } from '../../trips/store.ts'
import { findOrdersOfTrips, findTripsOfOrders, readAllocation } from '../costs/measures.views.ts'
import { shareCosts } from '../costs/share.commands.ts'
import { addCharges, type ChargeRow, chargesForUpdate, type NewCharge, saveCharges } from '../record/store.ts'
import { refreshUnbilled } from '../unbilled.store.ts'
import { findPlaces } from './subject.views.ts'

/** Locked charges that a command changes, with their orders. */
export interface Locked {
  readonly charges: readonly ChargeRow[]
  readonly orders: readonly OrderRow[]
}

/**
 * Locks these charges after their trips and orders, the common lock order.
 * @throws Problem not_found if one is unknown
 */
export async function lockWithSubjects(tx: Tx, ids: readonly string[]): Promise<Locked> {
  const places = await findPlaces(tx, ids)
  if (places.length < new Set(ids).size) throw new Problem('not_found')
  const orders = await lockSubjects(tx, places)
  return { charges: await chargesForUpdate(tx, ids), orders }
}

/** Locks trips, then orders: the common lock order of all commands. */
export async function lockSubjects(
  tx: Tx,
  places: readonly Pick<ChargeRow, 'order_id' | 'trip_id'>[],
): Promise<OrderRow[]> {
  await tripsForUpdate(tx, idsOf(places, 'trip_id'))
  return await ordersByIdForUpdate(tx, idsOf(places, 'order_id'))
}

function idsOf(places: readonly Pick<ChargeRow, 'order_id' | 'trip_id'>[], member: 'order_id' | 'trip_id'): string[] {
  return [...new Set(places.flatMap((place) => place[member] ?? []))]
}

/** @throws Problem charge_changed if the screen showed another version */
export function checkVersion({ version }: Pick<ChargeRow, 'version'>, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw new Problem('charge_changed')
}

/** Writes changed charges with their audit trail, the unbilled work of their orders, and cost shares. */
export async function writeChanged(
  tx: Tx,
  by: By,
  before: readonly ChargeRow[],
  after: readonly ChargeRow[],
): Promise<void> {
  if (after.length === 0) return
  await saveCharges(tx, after)
  const old = new Map(before.map((charge) => [charge.charge_id, charge]))
  await recordChanges(
    tx,
    by,
    after.map((charge) => changeOf('updated', charge, old.get(charge.charge_id)!)),
  )
  await settle(tx, after)
}

/** Inserts a manual charge. */
export async function writeAdded(tx: Tx, by: By, charge: NewCharge): Promise<void> {
  await addCharges(tx, [charge])
  await recordChanges(tx, by, [changeOf('created', charge, null)])
  await settle(tx, [charge])
}

async function settle(tx: Tx, charges: readonly NewCharge[]): Promise<void> {
  const sales = charges.filter(({ side }) => side === 'SALES')
  const sold = idsOf(sales, 'order_id')
  await refreshUnbilled(tx, sold)
  const costs = charges.filter(({ side }) => side === 'COST')
  const bySales = sold.length > 0 && (await readAllocation(tx)) === 'REVENUE' ? await findTripsOfOrders(tx, sold) : []
  const trips = idsOf(costs, 'trip_id')
  await shareCosts(tx, [...trips, ...bySales])
  const payers = [...idsOf(costs, 'order_id'), ...(await findOrdersOfTrips(tx, trips))]
  await markDue(tx, payers.map(orderDue), 'cost changed')
}

/** Marks an order for rating: its sales may pass on costs that people change (CHARGE-1). */
function orderDue(subject_id: string): Due {
  return { subject_type: 'ORDER', subject_id }
}

function changeOf(action: 'created' | 'updated', after: NewCharge, before: NewCharge | null): Change {
  const about = { entity_type: 'charge', entity_id: after.charge_id }
  return { ...about, action, before: before && membersOf(before), after: membersOf(after) }
}

/** Members of a charge that people change, for the audit trail. */
function membersOf(charge: NewCharge) {
  const { charge_type, description, quantity, unit_price, amount, currency, override, order_id, trip_id } = charge
  const { status, status_reason, approval, approval_decision } = charge
  return {
    ...{ order_id, trip_id, charge_type, description, quantity, unit_price, amount, currency, override },
    ...{ charge_status: status, reason: status_reason, approval, decision: approval_decision },
  }
}

/** Id of the actor. Operator commands have none. */
export function actorOf({ actor }: By): string {
  return actor.id ?? actor.kind
}

/** @throws Problem validation_failed on a member */
export function refuse(member: string, message: Parameters<typeof errorItem>[1]): never {
  throw new Problem('validation_failed', { errors: [errorItem(member, message, 'invalid')] })
}
