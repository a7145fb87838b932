import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.tsx'
import { TasksSearch } from './address.ts'

/** What the accounting system has to post, and how far it is. */
export const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: TasksSearch,
  component: lazyRouteComponent(() => import('./tasks/tasks.page.tsx'), 'TasksPage'),
})
