import { uploadSources, uploadStates } from '@cartage/contract/orders/app/uploads'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address, oneOf, text } from '../shell/address.ts'
import { shellRoute } from '../shell/routes.tsx'

/** What the address of the page says. */
export const UploadsSearch = address({
  q: text,
  status: oneOf(uploadStates),
  source: oneOf(uploadSources),
  /** Public id of the client, credential or user. */
  sender: text,
  cause: text,
  /** Id of the order they are about. */
  order: text,
  /** Id of the upload whose panel is open. */
  peek: text,
})
export type UploadsSearch = ReturnType<typeof UploadsSearch>

/** Everything that was accepted for orders, with its result. */
export const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  validateSearch: UploadsSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'UploadsPage'),
})
