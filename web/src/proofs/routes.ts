import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { ProofsSearch } from './address.ts'

/** Completed orders whose proof of delivery is missing or awaits a decision. */
export const proofsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/proofs',
  validateSearch: ProofsSearch,
  component: lazyPage(() => import('./list.page.tsx'), 'ProofsPage'),
})
