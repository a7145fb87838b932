import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the page says: the receiver whose panel is open. */
export const ReceiversSearch = address({ open: text })

/** Who is told of what happens. */
export const receiversRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/receivers',
  validateSearch: ReceiversSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ReceiversPage'),
})
