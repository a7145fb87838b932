import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { DeliveriesSearch } from './address.ts'

/** Outbound deliveries. */
export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: DeliveriesSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'DeliveriesPage'),
})
