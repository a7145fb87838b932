import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { ReceiversSearch } from './address.ts'

/** Webhook endpoints. */
export const receiversRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/receivers',
  validateSearch: ReceiversSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ReceiversPage'),
})
