import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'

/** How long data about people are kept, what was purged, and people who left. */
export const retentionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/personal-data',
  component: lazyPage(() => import('./retention.page.tsx'), 'RetentionPage'),
})
