import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { EndpointsSearch } from './address.ts'

/** Webhook endpoints. */
export const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/receivers',
  validateSearch: EndpointsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'EndpointsPage'),
})
