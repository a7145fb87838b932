import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { address, text } from '../shell/address-members.ts'

/** The audit trail; its filters are in the address. */
export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  validateSearch: address({ q: text, type: text, id: text, actor: text, action: text }),
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'AuditPage'),
})
