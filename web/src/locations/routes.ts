import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { shellRoute } from '../shell/routes.tsx'
import { LocationsSearch, locationTabs } from './address.ts'

/** Every place that is driven to. */
export const locationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations',
  validateSearch: LocationsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'LocationsPage'),
})

/** One place. */
export const locationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations/$locationId',
  validateSearch: address({ tab: oneOf(locationTabs) }),
  component: lazyRouteComponent(() => import('./location.page.tsx'), 'LocationPage'),
})
