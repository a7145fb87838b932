import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { EventsSearch } from './address.ts'

/** The log of events. */
export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: EventsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'EventsPage'),
})
