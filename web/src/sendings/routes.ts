import { createRoute } from '@tanstack/react-router'
import { settingsRoute } from '../settings/routes.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { SendingsSearch } from './address.ts'

/** Sendings of documents to customers. */
export const sendingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sendings',
  validateSearch: SendingsSearch,
  component: lazyPage(() => import('./sendings.page.tsx'), 'SendingsPage'),
})

/** Reminders for overdue invoices. */
export const remindersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reminders',
  component: lazyPage(() => import('./reminders.page.tsx'), 'RemindersPage'),
})

/** Mail server for documents. */
export const mailServerRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mail-server',
  component: lazyPage(() => import('./mail-server.page.tsx'), 'MailServerPage'),
})
