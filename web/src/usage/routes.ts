import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { UsageSearch } from './address.ts'

/** API usage against its limits. */
export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/usage',
  validateSearch: UsageSearch,
  component: lazyPage(() => import('./usage.page.tsx'), 'UsagePage'),
})
