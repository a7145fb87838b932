import { listMissingProofs } from '@cartage/contract/proofs/app'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Completed orders whose proof is missing or awaits a decision, oldest first, page by page. */
export const proofsQuery = (state: 'WITHOUT' | 'TO_REVIEW') =>
  infiniteQueryOptions({
    queryKey: ['documents', 'proofs', state],
    queryFn: ({ pageParam: cursor }) =>
      call(listMissingProofs, { query: { state, ...(cursor !== undefined && { cursor }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
