import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { UsageSearch } from './address.ts'

/** How the interface is used against its limits. */
export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/usage',
  validateSearch: UsageSearch,
  component: lazyRouteComponent(() => import('./usage.page.tsx'), 'UsagePage'),
})
