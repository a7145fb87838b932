import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { EventsSearch } from './address.ts'

/** The log of events. */
export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: EventsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'EventsPage'),
})
