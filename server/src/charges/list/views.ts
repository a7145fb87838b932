import type { Charge, ChargeApproval, ChargeOrigin, ChargeStatus } from '@cartage/contract/charges/app/charge'
import type { chargeSorts, countCharges as contract } from '@cartage/contract/charges/app/list'
import type { Answer } from '@cartage/contract/endpoint'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { down, is, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { findShownCharges } from '../shown.views.ts'

/** Filters of the charge list. Empty lists and undefined members filter nothing. */
export interface ChargeFilters {
  side: 'SALES' | 'COST'
  status: readonly ChargeStatus[]
  approval: readonly ChargeApproval[]
  origin: readonly ChargeOrigin[]
  type: readonly string[]
  company: readonly string[]
  outdated: boolean
  q?: string | undefined
}

/** Counting of charges stops here. */
const mostCounted = 10_000
/** Maximum orders or trips matched by a prefix. Beyond that, a longer text is needed. */
const mostFound = 2_000
const selectFound = statement(
  'charges.search',
  `select c.charge_id from transport_order o
     join charge c on c.tenant_id = $1 and c.order_id = o.order_id
    where o.tenant_id = $1 and o.order_number >= $2 and o.order_number < $3 and length(o.order_number) <= 255
   union
   select c.charge_id from trip t
     join charge c on c.tenant_id = $1 and c.trip_id = t.trip_id
    where t.tenant_id = $1 and t.name >= $2 and t.name < $3
   limit ${mostFound}`,
)

const newest = [down('c.created_at', 'timestamptz'), down('c.charge_id', 'uuid')]
const oldest = [up('c.created_at', 'timestamptz'), up('c.charge_id', 'uuid')]

/** List of charges and costs, without those that rating withdrew. */
export const charges = new List<ChargeFilters, (typeof chargeSorts)[number], Charge>({
  from: 'charge as c',
  id: 'c.charge_id',
  filters: {
    q: {
      find: async (tx, text) => {
        const rows = await tx.query<{ charge_id: string }>(selectFound, text, endOfPrefix(text))
        return rows.map(({ charge_id }) => charge_id)
      },
    },
    side: is('c.side'),
    status: (states) => (states.length === 0 ? sql<boolean>`c.status <> 'WITHDRAWN'` : oneOf('c.status')(states)),
    // Matches the condition of the approval index: an excluded charge needs no approval.
    approval: (approvals) => {
      const isOne = oneOf('c.approval')(approvals)
      const waits = approvals.length > 0 && approvals.every((approval) => approval !== 'APPROVED')
      return isOne && waits ? sql<boolean>`${isOne} and c.status = 'CREATED'` : isOne
    },
    origin: oneOf('c.origin'),
    type: oneOf('c.charge_type'),
    company: oneOf('c.company_id', 'uuid'),
    outdated: (wanted) => (wanted ? sql<boolean>`c.is_override_outdated` : undefined),
  },
  sorts: { newest, oldest },
  walk: oldest,
  mostCounted,
  // The index of each company has this sort order. For a list of companies, all their charges would be read and sorted.
  each: ({ company }) =>
    company.length === 0
      ? undefined
      : { of: up('c.company_id', 'uuid'), filter: 'company', values: [...new Set(company)] },
  values: { status: sql.ref('c.status'), approval: sql`coalesce(c.approval, '')`, type: sql.ref('c.charge_type') },
  counted: { most: mostCounted, keys: newest },
  read: findShownCharges,
  idOf: (charge) => charge.charge_id,
})

/** Number of charges by status, approval and type, each with the other filters applied. */
export async function countCharges(tx: Tx, filters: ChargeFilters): Promise<Answer<typeof contract>> {
  const list = charges.open(tx, filters, undefined)
  const [by_status, by_approval, by_type, outdated] = await Promise.all([
    list.countBy('status'),
    list.countBy('approval'),
    list.countBy('type'),
    list.count({ outdated: true }),
  ])
  return { by_status, by_approval, by_type, outdated }
}
