import { search } from '@cartage/contract/app/shell'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Records of any kind by what people call them. */
export function foundQuery(text: string) {
  return queryOptions({
    queryKey: ['palette', text],
    queryFn: () => call(search, { query: { q: text } }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}
