import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** E-mail templates. */
export const mailTemplatesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mail-templates',
  component: lazyPage(() => import('./templates.page.tsx'), 'MailTemplatesPage'),
})
