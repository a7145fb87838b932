import { type SearchResult, search } from '@cartage/contract/app/shell'
import * as contract from '@cartage/contract/purchases/app/unplaced'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** A window of the documents to place. */
export async function loadUnplaced(offset: number, limit: number) {
  return await call(contract.listUnplacedPurchases, { query: { offset, limit } })
}

/** Number of documents to place. */
export const unplacedCountQuery = queryOptions({
  queryKey: ['purchases', 'unplaced', 'count'],
  queryFn: async () => (await call(contract.listUnplacedPurchases, { query: { offset: 0, limit: 1 } })).total,
  staleTime: 10_000,
})

/** One document to place. */
export function unplacedQuery(inbox_item_id: string) {
  return queryOptions({
    queryKey: ['purchases', 'unplaced', 'record', inbox_item_id],
    queryFn: () => call(contract.getUnplacedPurchase, { params: { inbox_item_id } }),
  })
}

/** URL of the received file. */
export function unplacedFileAddress(inbox_item_id: string): string {
  return `/app/purchases/unplaced/${inbox_item_id}/file`
}

/** Companies matching a text. */
export async function findSuppliers(text: string): Promise<readonly SearchResult[]> {
  if (text.trim() === '') return []
  const { items } = await call(search, { query: { q: text } })
  return items.filter(({ kind }) => kind === 'company')
}

/** Actions on a document to place. */
export type Placing = { kind: 'place'; company_id: string | null } | { kind: 'dismiss'; reason: string }

/** Places or dismisses a document and refreshes the affected queries. */
export function usePlacing(inbox_item_id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (placing: Placing) => {
      const params = { inbox_item_id }
      if (placing.kind === 'dismiss') {
        return call(contract.dismissUnplacedPurchase, { params, body: { reason: placing.reason } })
      }
      return call(contract.placePurchase, { params, body: { company_id: placing.company_id } })
    },
    onSettled: () => void refresh(queryClient, 'inbox_item', 'invoice'),
  })
}
