import { createRoute } from '@tanstack/react-router'
import { address, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'

/** Help pages; the URL names the page. */
export const helpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  validateSearch: address({ guide: text }),
  component: lazyPage(() => import('./help.page.tsx'), 'HelpPage'),
})
