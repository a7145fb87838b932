import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { EndpointsSearch } from './address.ts'

/** Webhook endpoints. */
export const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/receivers',
  validateSearch: EndpointsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'EndpointsPage'),
})
