import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/routes.tsx'

/** Orders from a sheet. */
export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/import',
  component: lazyRouteComponent(() => import('./import.page.tsx'), 'ImportPage'),
})
