import { createRoute } from '@tanstack/react-router'
import { dayMembers } from '../lists/day-members.ts'
import { settingsRoute } from '../settings/routes.ts'
import { address, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** The audit trail; its filters are in the address. */
export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  validateSearch: address({ q: text, type: text, id: text, actor: text, action: text, ...dayMembers }),
  component: lazyPage(() => import('./list.page.tsx'), 'AuditPage'),
})
