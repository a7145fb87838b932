import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { TripSearch, TripsSearch } from './address.ts'

/** All trips. */
export const tripsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trips',
  validateSearch: TripsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'TripsPage'),
})

/** One trip. */
export const tripRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trips/$tripId',
  validateSearch: TripSearch,
  component: lazyRouteComponent(() => import('./trip.page.tsx'), 'TripPage'),
})
