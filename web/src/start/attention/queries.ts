import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { listTasks } from '@cartage/contract/accounting/app/tasks'
import { getMoneyHome } from '@cartage/contract/charges/app/list'
import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { listDeliveries } from '@cartage/contract/deliveries/app/record'
import { listInboxItems, listMissingProofs } from '@cartage/contract/messages/app/record'
import { listOrders } from '@cartage/contract/orders/app/list'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { listTrips } from '@cartage/contract/trips/app/list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { pickupDays } from '../pickup-days.ts'

/** Rows of each card. */
export const mostShown = 5

// The first word of each key is the one the live stream loads again; the rest is loaded on a timer.
const kept = { staleTime: 10_000, refetchInterval: 60_000 } as const
const window = { limit: mostShown } as const

/** Orders on hold, newest first. */
export const ordersOnHold = queryOptions({
  queryKey: ['orders', 'waiting', 'hold'],
  queryFn: () => call(listOrders, { query: { ...window, status: 'BLOCKED' } }),
  ...kept,
})

/** Orders to be picked up today or tomorrow that are on no trip, first pickup first. */
export const ordersWithoutTrip = queryOptions({
  queryKey: ['orders', 'waiting', 'no-trip'],
  queryFn: () =>
    call(listOrders, { query: { ...window, status: 'TO_PLAN', sort: 'pickup', ...pickupDays(new Date()) } }),
  ...kept,
})

/** Trips that are behind their plan. */
export const lateTrips = queryOptions({
  queryKey: ['trips', 'waiting', 'late'],
  queryFn: () => call(listTrips, { query: { ...window, is_late: 'true' } }),
  ...kept,
})

/** Trips that a carrier declined. */
export const declinedTrips = queryOptions({
  queryKey: ['trips', 'waiting', 'refused'],
  queryFn: () => call(listTrips, { query: { ...window, is_refused: 'true' } }),
  ...kept,
})

/** Trips of which a carrier has an older version. */
export const outdatedTrips = queryOptions({
  queryKey: ['trips', 'waiting', 'outdated'],
  queryFn: () => call(listTrips, { query: { ...window, is_outdated: 'true' } }),
  ...kept,
})

/** Failed deliveries that no one has resent or dismissed. */
export const failedDeliveries = queryOptions({
  queryKey: ['deliveries', 'waiting'],
  queryFn: () => call(listDeliveries, { query: { ...window, state: 'UNSETTLED' } }),
  ...kept,
})

/** Parts of messages that match no record, oldest first. */
export const openItems = queryOptions({
  queryKey: ['messages', 'waiting'],
  queryFn: () => call(listInboxItems, {}),
  ...kept,
})

/** Completed orders without proof of delivery, oldest first. */
export const ordersWithoutProof = queryOptions({
  queryKey: ['documents', 'waiting'],
  queryFn: () => call(listMissingProofs, {}),
  ...kept,
})

/** Resources with a validity that has ended or ends within 30 days. */
export const expiringResources = queryOptions({
  queryKey: ['resources', 'waiting'],
  queryFn: () => call(listResourceRecords, { query: { ...window, expiring: 'true' } }),
  ...kept,
})

/** The same of companies. */
export const expiringCompanies = queryOptions({
  queryKey: ['companies', 'waiting'],
  queryFn: () => call(listCompanyRecords, { query: { ...window, expiring: 'true' } }),
  ...kept,
})

/** Work that is done and not billed, by what it waits for. */
export const unbilledWork = queryOptions({
  queryKey: ['money', 'waiting', 'start'],
  queryFn: async () => {
    const { by_reason, count } = await call(getMoneyHome, {})
    return { items: by_reason, total: count }
  },
  ...kept,
})

/** Accounting tasks that need a person, the newest first. */
export const tasksToSettle = queryOptions({
  queryKey: ['tasks', 'waiting'],
  queryFn: () => call(listTasks, { query: { ...window, attention: 'true' } }),
  ...kept,
})

/** Price indexes without a value for today. */
export const indexGaps = queryOptions({
  queryKey: ['money', 'waiting', 'gaps'],
  queryFn: async () => ({ items: (await call(getMoneyIssues, {})).index_gaps ?? [] }),
  ...kept,
})
