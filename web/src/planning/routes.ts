import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { BoardSearch } from './address.ts'

/** The planning board. */
export const planningRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/planning',
  validateSearch: BoardSearch,
  component: lazyRouteComponent(() => import('./board.page.tsx'), 'BoardPage'),
})
