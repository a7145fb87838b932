import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { shellRoute } from '../shell/routes.tsx'
import { ReceivablesSearch, TasksSearch } from './address.ts'

/** Money issues that need a person. */
export const moneyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money',
  component: lazyPage(() => import('./home/money.page.tsx'), 'MoneyPage'),
})

/** Accounting tasks and their progress. */
export const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: TasksSearch,
  component: lazyPage(() => import('./tasks/tasks.page.tsx'), 'TasksPage'),
})

/** Receivables by customer and age. */
export const receivablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivables',
  validateSearch: ReceivablesSearch,
  component: lazyPage(() => import('./receivables/receivables.page.tsx'), 'ReceivablesPage'),
})

/** Monthly bookings and ledger exports. */
export const ledgerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger',
  component: lazyPage(() => import('./ledger/ledger.page.tsx'), 'LedgerPage'),
})

/** Consistency checks of money. */
export const moneyChecksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money/checks',
  component: lazyPage(() => import('./checks/checks.page.tsx'), 'MoneyChecksPage'),
})
