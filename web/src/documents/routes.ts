import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the list says. */
export const DocumentsSearch = address({
  q: text,
  /** Kinds, with commas between them. */
  type: text,
  /** What they belong to, with commas between them. */
  subject: text,
  view: oneOf(['missing']),
})
export type DocumentsSearch = ReturnType<typeof DocumentsSearch>

/** The latest documents, and the proofs of delivery that lack. */
export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: DocumentsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'DocumentsPage'),
})
