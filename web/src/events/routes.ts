import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { EventsSearch } from './address.ts'

/** What happened, as it is told to others. */
export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: EventsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'EventsPage'),
})
