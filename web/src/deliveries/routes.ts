import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { DeliveriesSearch } from './address.ts'

/** What was sent to others. */
export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: DeliveriesSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'DeliveriesPage'),
})
