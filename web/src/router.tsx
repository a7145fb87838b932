import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { acceptRoute, accountRoute, forgotRoute } from './account/account.route.ts'
import { companiesRoute, companyRoute } from './companies/companies.route.ts'
import { deliveriesRoute } from './deliveries/deliveries.route.ts'
import { documentsRoute } from './documents/documents.route.ts'
import { eventsRoute } from './events/events.route.ts'
import { helpRoute } from './help/help.route.ts'
import { locationRoute, locationsRoute } from './locations/locations.route.ts'
import { messagesRoute } from './messages/messages.route.ts'
import { editOrderRoute, newOrderRoute } from './orders/entry/entry.route.ts'
import { importRoute } from './orders/import/import.route.ts'
import { orderRoute } from './orders/order.route.ts'
import { ordersRoute } from './orders/orders.route.ts'
import {
  calendarImportRoute,
  calendarRoute,
  groupsRoute,
  resourceRoute,
  resourcesRoute,
} from './resources/resources.route.ts'
import { loginRoute } from './session/login.route.tsx'
import { settingsPages } from './settings/settings.route.ts'
import { FailurePage } from './shell/failure.page.tsx'
import { NotFoundPage } from './shell/not-found.page.tsx'
import { rootRoute, shellRoute, unknownRoute } from './shell/shell.route.tsx'
import { standstillsRoute, startRoute } from './start/start.route.ts'
import { receiversRoute } from './subscriptions/receivers.route.ts'
import { tripRoute, tripsRoute } from './trips/trips.route.ts'
import { uploadsRoute } from './uploads/uploads.route.ts'
import { usageRoute } from './usage/usage.route.ts'

/** The start page under its name, for links that say what they lead to. */
const startAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  beforeLoad() {
    throw redirect({ to: '/', replace: true })
  },
})

/** The table of contents: one line a page. */
const pages = [
  startRoute,
  standstillsRoute,
  ordersRoute,
  orderRoute,
  newOrderRoute,
  editOrderRoute,
  importRoute,
  uploadsRoute,
  tripsRoute,
  tripRoute,
  resourcesRoute,
  calendarRoute,
  calendarImportRoute,
  groupsRoute,
  resourceRoute,
  eventsRoute,
  deliveriesRoute,
  messagesRoute,
  receiversRoute,
  usageRoute,
  accountRoute,
  helpRoute,
  settingsPages,
  companiesRoute,
  companyRoute,
  locationsRoute,
  locationRoute,
  documentsRoute,
] as const

const routeTree = rootRoute.addChildren([
  loginRoute,
  acceptRoute,
  forgotRoute,
  startAliasRoute,
  shellRoute.addChildren([...pages, unknownRoute]),
])

/** The pages of the application. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
