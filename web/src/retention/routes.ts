import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** Retention of personal data: periods, purges, and people who left. */
export const retentionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/personal-data',
  component: lazyPage(() => import('./retention.page.tsx'), 'RetentionPage'),
})
