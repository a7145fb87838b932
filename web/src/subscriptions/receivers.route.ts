import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, text } from '../shell/address.ts'
import { shellRoute } from '../shell/shell.route.tsx'

/** What the address of the page says: the receiver whose panel is open. */
export const ReceiversSearch = address({ open: text })

/** Who is told of what happens. */
export const receiversRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/receivers',
  validateSearch: ReceiversSearch,
  component: lazyRouteComponent(() => import('./receivers.page.tsx'), 'ReceiversPage'),
})
