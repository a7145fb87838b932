import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'

/** The texts of e-mails. */
export const mailTemplatesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mail-templates',
  component: lazyRouteComponent(() => import('./templates.page.tsx'), 'MailTemplatesPage'),
})
