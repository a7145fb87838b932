import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { TripSearch, TripsSearch } from './address.ts'

/** All trips. */
export const tripsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trips',
  validateSearch: TripsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'TripsPage'),
})

/** One trip. */
export const tripRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trips/$tripId',
  validateSearch: TripSearch,
  component: lazyPage(() => import('./trip.page.tsx'), 'TripPage'),
})
