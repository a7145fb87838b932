import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { Button } from '../button.tsx'
import { ToastQueue } from './toast-queue.ts'
import { useToasts } from './toasts.tsx'

test('notifications from before the corner was loaded are shown with it, in order', () => {
  const queue = new ToastQueue()
  const shown: string[] = []
  queue.show({ title: 'Saved' })
  queue.hide(queue.show({ title: 'Not true any more' }))
  queue.show({ title: 'Sent' })
  expect(queue.length).toBe(2)
  const close = queue.open({ show: ({ title }) => shown.push(title), hide: () => {} })
  queue.show({ title: 'Moved' })
  expect(shown).toEqual(['Saved', 'Sent', 'Moved'])
  close()
  queue.show({ title: 'Waits again' })
  expect(shown).toHaveLength(3)
  expect(queue.length).toBe(1)
})

test('an action offers to undo it, and the notification disappears with it', async ({ page }) => {
  let undone = 0
  function Part() {
    const toasts = useToasts()
    const undo = { word: 'Undo', run: () => (undone += 1) }
    return <Button onClick={() => toasts.done('Saved', undo)}>Save</Button>
  }
  await page.show(<Part />)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(undone).toBe(1)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('outdated notifications are removed; an error stays with its reason and the id to quote', async ({ page }) => {
  function Part() {
    const toasts = useToasts()
    function move() {
      const take = toasts.done('Moved')
      toasts.failed({ title: 'Not moved', message: 'The trip is over.', requestId: 'request-1' })
      take()
    }
    return <Button onClick={move}>Move</Button>
  }
  await page.show(<Part />)
  await page.user.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findAllByText('The trip is over.')).not.toEqual([])
  expect(await screen.findAllByText('request-1', { exact: false })).not.toEqual([])
  expect(screen.queryByText('Moved')).toBeNull()
})
