import { usageCategories, usageHours } from '@cartage/contract/usage/app'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the page says: what is counted, and how far back. */
export const UsageSearch = address({
  category: oneOf(usageCategories),
  hours: oneOf(usageHours),
  // Whose refused requests are shown.
  client: text,
})
export type UsageSearch = ReturnType<typeof UsageSearch>

/** How the interface is used against its limits. */
export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/usage',
  validateSearch: UsageSearch,
  component: lazyRouteComponent(() => import('./usage.page.tsx'), 'UsagePage'),
})
