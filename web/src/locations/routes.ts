import { createRoute } from '@tanstack/react-router'
import { address, oneOf } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { LocationsSearch, locationTabs } from './address.ts'

/** All locations. */
export const locationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations',
  validateSearch: LocationsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'LocationsPage'),
})

/** One location. */
export const locationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations/$locationId',
  validateSearch: address({ tab: oneOf(locationTabs) }),
  component: lazyPage(() => import('./location.page.tsx'), 'LocationPage'),
})
