import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/routes.tsx'

/** Orders from a sheet. */
export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/import',
  component: lazyPage(() => import('./import.page.tsx'), 'ImportPage'),
})
