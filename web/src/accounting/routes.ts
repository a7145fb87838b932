import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { ReceivablesSearch, TasksSearch } from './address.ts'

/** What of money needs a person. */
export const moneyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money',
  component: lazyPage(() => import('./home/money.page.tsx'), 'MoneyPage'),
})

/** What the accounting system has to post, and how far it is. */
export const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: TasksSearch,
  component: lazyPage(() => import('./tasks/tasks.page.tsx'), 'TasksPage'),
})

/** What customers owe, by how long it is overdue. */
export const receivablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivables',
  validateSearch: ReceivablesSearch,
  component: lazyPage(() => import('./receivables/receivables.page.tsx'), 'ReceivablesPage'),
})

/** What was booked in a month, and files of the ledger. */
export const ledgerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger',
  component: lazyPage(() => import('./ledger/ledger.page.tsx'), 'LedgerPage'),
})

/** What has to hold of money, and what breaks it. */
export const moneyChecksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money/checks',
  component: lazyPage(() => import('./checks/checks.page.tsx'), 'MoneyChecksPage'),
})
