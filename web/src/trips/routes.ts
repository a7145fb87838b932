import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { shellRoute } from '../shell/routes.tsx'
import { TripsSearch, tripTabs } from './address.ts'

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
  validateSearch: address({ tab: oneOf(tripTabs) }),
  component: lazyRouteComponent(() => import('./trip.page.tsx'), 'TripPage'),
})
