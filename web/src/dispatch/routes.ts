import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { DispatchSearch } from './address.ts'

/** What must go out to carriers, and what they answered. */
export const dispatchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dispatch',
  validateSearch: DispatchSearch,
  component: lazyPage(() => import('./board/board.page.tsx'), 'DispatchBoardPage'),
})

/** Partners that trips and bookings are dispatched to, among the settings. */
export const destinationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/destinations',
  component: lazyPage(() => import('./destinations/destinations.page.tsx'), 'DestinationsPage'),
})
