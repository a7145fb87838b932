import { carryOverDocuments, listUnpostedDocuments } from '@cartage/contract/accounting/app/periods'
import { requestPosting } from '@cartage/contract/accounting/app/tasks'
import * as contract from '@cartage/contract/books/app'
import type { CurrencyCode } from '@cartage/contract/books/currency'
import type { BulkAnswer } from '@cartage/contract/listing'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const ratesKey = ['books', 'exchange-rates'] as const
const periodsKey = ['books', 'periods'] as const

/** Rates per request. */
const rateWindow = 100

/** Exchange rates, latest first, optionally of one currency. */
export function exchangeRatesQuery(currency: CurrencyCode | undefined) {
  return infiniteQueryOptions({
    queryKey: [...ratesKey, currency],
    queryFn: ({ pageParam: offset }) =>
      call(contract.listExchangeRateRecords, { query: { currency, offset, limit: rateWindow } }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
      return loaded < total ? loaded : undefined
    },
  })
}

/** Commands on exchange rates. */
export function useRateActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'exchange_rate')
  const set = useMutation({
    mutationFn: (body: Parameters<typeof sendRate>[0]) => sendRate(body),
    onSettled,
  })
  const load = useMutation({
    mutationFn: (csv: string) => call(contract.importExchangeRates, { body: { csv } }),
    onSettled,
  })
  return { set, load }
}

function sendRate(body: {
  from_currency: CurrencyCode
  to_currency: CurrencyCode
  exchange_rate_date: string
  exchange_rate: number
}) {
  return call(contract.setExchangeRate, { body })
}

/** The months of all billing entities. */
export const periodsQuery = queryOptions({
  queryKey: periodsKey,
  queryFn: () => call(contract.listBookingPeriods, {}),
})

type PeriodName = Pick<contract.BookingPeriod, 'billing_entity_id' | 'month'>

/** Commands on a month. */
export function usePeriodActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'booking_period')
  const close = useMutation({
    mutationFn: (body: PeriodName) => call(contract.closeBookingPeriod, { body }),
    onSettled,
  })
  const open = useMutation({
    mutationFn: (body: PeriodName & { reason: string }) => call(contract.openBookingPeriod, { body }),
    onSettled,
  })
  return { close, open }
}

const unpostedKey = [...periodsKey, 'unposted'] as const

/** Documents that block closing a month. */
export function unpostedQuery({ billing_entity_id, month }: PeriodName) {
  return queryOptions({
    queryKey: [...unpostedKey, billing_entity_id, month],
    queryFn: () => call(listUnpostedDocuments, { query: { billing_entity_id, month } }),
  })
}

/** Carries documents over to the next month. */
export function carryOver(ids: readonly string[]): Promise<BulkAnswer> {
  return call(carryOverDocuments, { body: { ids: [...ids] } })
}

/** Submits documents to the accounting system. */
export function postDocuments(ids: readonly string[]): Promise<BulkAnswer> {
  return call(requestPosting, { body: { ids: [...ids] } })
}

/** Runs a command on documents that block closing a month. */
export function useUnpostedChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<BulkAnswer>) => work(),
    onSettled: () => refresh(queryClient, 'task', 'invoice'),
  })
}
