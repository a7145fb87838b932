import type { Request } from '@cartage/contract/endpoint'
import * as contract from '@cartage/contract/rates/app/indexes'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** All price indexes with their values. */
export const priceIndexesQuery = queryOptions({
  queryKey: ['rates', 'indexes'],
  queryFn: () => call(contract.listPriceIndexes, {}),
})

type NewIndex = NonNullable<Request<typeof contract.createPriceIndex>['body']>
type Values = NonNullable<Request<typeof contract.addIndexValues>['body']>['values']

/** Actions on indexes. */
export function useIndexActions() {
  const queryClient = useQueryClient()
  // A value also changes prices, so results of the test bench are outdated.
  const onSettled = () => refresh(queryClient, 'price_index')
  const create = useMutation({ mutationFn: (body: NewIndex) => call(contract.createPriceIndex, { body }), onSettled })
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name: string; source: string }) =>
      call(contract.changePriceIndex, { params: { price_index_id: id }, body }),
    onSettled,
  })
  const addValues = useMutation({
    mutationFn: ({ id, values }: { id: string; values: Values }) =>
      call(contract.addIndexValues, { params: { price_index_id: id }, body: { values } }),
    onSettled,
  })
  return { create, change, addValues }
}
