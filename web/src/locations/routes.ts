import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the list says. */
export const LocationsSearch = address({
  q: text,
  state: oneOf(['LIVE', 'ARCHIVED', 'MERGED']),
  /** Codes of countries, with commas between them. */
  country: text,
  /** Where the coordinates come from, with commas between them. */
  placing: text,
  sort: oneOf(['name', '-name']),
})
export type LocationsSearch = ReturnType<typeof LocationsSearch>

/** Every place that is driven to. */
export const locationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations',
  validateSearch: LocationsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'LocationsPage'),
})

export const locationTabs = ['properties', 'uses', 'history', 'raw'] as const
export type LocationTab = (typeof locationTabs)[number]

/** One place. */
export const locationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/locations/$locationId',
  validateSearch: address({ tab: oneOf(locationTabs) }),
  component: lazyRouteComponent(() => import('./location.page.tsx'), 'LocationPage'),
})
