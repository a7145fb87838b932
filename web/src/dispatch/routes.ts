import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { DispatchSearch } from './address.ts'

/** Trips to dispatch to carriers, and their answers. */
export const dispatchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dispatch',
  validateSearch: DispatchSearch,
  component: lazyPage(() => import('./board/board.page.tsx'), 'DispatchBoardPage'),
})

/** Dispatch destinations, in the settings. */
export const destinationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/destinations',
  component: lazyPage(() => import('./destinations/destinations.page.tsx'), 'DestinationsPage'),
})
