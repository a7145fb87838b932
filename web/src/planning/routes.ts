import { createRoute } from '@tanstack/react-router'
import { sessionQuery } from '../session/queries.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { BoardSearch } from './address.ts'

/** The planning board. Its data is requested together with its page, not after it. */
export const planningRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/planning',
  validateSearch: BoardSearch,
  beforeLoad({ context: { queryClient }, search, preload }) {
    const mayRead = queryClient.getQueryData(sessionQuery.queryKey)?.permissions.includes('trip.read')
    if (preload || !mayRead) return
    void import('./ahead.queries.ts').then(({ requestBoard }) => requestBoard(queryClient, search))
  },
  component: lazyPage(() => import('./board.page.tsx'), 'BoardPage'),
})
