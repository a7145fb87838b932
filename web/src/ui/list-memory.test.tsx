import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { useListMemory, wayBackTo } from './list-memory.ts'

const path: string = '/list'

function List() {
  const scroller = useRef<HTMLDivElement>(null)
  useListMemory(scroller, true)
  return <div ref={scroller} data-testid="list" style={{ height: 100, overflow: 'auto' }} />
}

async function open() {
  const rootRoute = createRootRoute()
  const list = createRoute({ getParentRoute: () => rootRoute, path: '/list', component: List })
  const record = createRoute({
    getParentRoute: () => rootRoute,
    path: '/list/$id',
    component: () => (
      <Link to={path} {...wayBackTo(path)}>
        Back to list
      </Link>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/list?status=OPEN'] })
  const router = createRouter({ routeTree: rootRoute.addChildren([list, record]), history })
  render(<RouterProvider router={router as never} />)
  const rows = async () => await screen.findByTestId('list')
  const scroll = async (top: number) => {
    const element = await rows()
    act(() => {
      element.scrollTop = top
      element.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
  }
  const go = (href: string) => act(() => router.navigate({ href }))
  return { router, rows, scroll, go }
}

test('a list keeps its position, with its filters, when the user returns from a record', async ({ page }) => {
  const { router, rows, scroll, go } = await open()
  await scroll(420)
  await go('/list/1')
  await page.user.click(await screen.findByRole('link', { name: 'Back to list' }))
  expect((await rows()).scrollTop).toBe(420)
  expect(router.state.location.searchStr).toBe('?status=OPEN')
  await scroll(500)
  await go('/list/2')
  await act(async () => router.history.back())
  expect((await rows()).scrollTop).toBe(500)
})

test('opened again from the sidebar, or with other filters, it begins at its top', async () => {
  const { rows, scroll, go } = await open()
  await scroll(420)
  await go('/list/1')
  await go('/list?status=OPEN')
  expect((await rows()).scrollTop).toBe(0)
  await scroll(300)
  await go('/list/1')
  await go('/list?status=DONE')
  expect((await rows()).scrollTop).toBe(0)
})
