import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, text } from '../shell/address-members.ts'
import { shellRoute } from '../shell/routes.tsx'

/** Short guides for those who connect a system; which one stands in the address. */
export const helpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  validateSearch: address({ guide: text }),
  component: lazyRouteComponent(() => import('./help.page.tsx'), 'HelpPage'),
})
