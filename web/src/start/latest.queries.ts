import { listRecentUploads } from '@cartage/contract/app/start'
import { CallError } from '@cartage/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Milliseconds between refreshes while the page is visible. */
const refreshEvery = 3_000
const limit = 10

/** Milliseconds until the next request. False after a permission error, which a retry will not fix. */
function pauseFor(error: Error | null): number | false {
  return error instanceof CallError && error.status === 403 ? false : refreshEvery
}

/** The tenant's last order uploads, newest first. */
export const recentUploadsQuery = queryOptions({
  queryKey: ['start', 'uploads'],
  queryFn: () => call(listRecentUploads, { query: { limit } }),
  refetchInterval: (query) => pauseFor(query.state.error),
})
