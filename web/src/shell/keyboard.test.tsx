import { createRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { expect } from 'vitest'
import { fireEvent, screen, test } from '../testing/page.tsx'
import { useCommands } from './commands.ts'
import { useKeyboard } from './keyboard.ts'
import { rootRoute } from './routes.tsx'

const press = (key: string) => fireEvent.keyDown(document.body, { key })

/** A frame with a key that opens a page. The page loads on demand and has its own key. */
function lateRoute() {
  const arrival = Promise.withResolvers<void>()
  const done: string[] = []
  function Frame() {
    const navigate = useNavigate()
    useKeyboard()
    useCommands(
      useMemo(
        () => [{ id: 'go', title: 'Go', keys: 'g>l', run: () => void navigate({ href: '/frame/late' }) }],
        [navigate],
      ),
    )
    return <Outlet />
  }
  function Late() {
    useCommands(useMemo(() => [{ id: 'week', title: 'Week', keys: '3', run: () => done.push('week') }], []))
    return <p>Late page</p>
  }
  const frame = createRoute({ getParentRoute: () => rootRoute, path: '/frame', component: Frame })
  const late = createRoute({
    getParentRoute: () => frame,
    path: '/late',
    loader: () => arrival.promise,
    component: Late,
  })
  return { late, arrive: () => arrival.resolve(), done }
}

test('keys typed while a page is loading are for that page', async ({ page }) => {
  const { late, arrive, done } = lateRoute()
  await page.open(late, '/frame')
  for (const key of ['g', 'l', '3']) press(key)
  expect(done).toEqual([])
  arrive()
  await screen.findByText('Late page')
  expect(done).toEqual(['week'])
  press('3')
  expect(done).toEqual(['week', 'week'])
})
