import { expect, vi } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { Form } from '../form/form.tsx'
import { DialogFooter } from './dialog-footer.tsx'

test('the footer submits its form by click and by key, and goes back without submitting', async ({ page }) => {
  const [onSubmit, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await page.show(
    <Form label="New group" onSubmit={onSubmit} footer={<DialogFooter verb="Create" onClose={onClose} />}>
      <input aria-label="Name" />
    </Form>,
  )
  await page.user.click(screen.getByRole('button', { name: 'Create' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
  await page.user.click(screen.getByRole('textbox', { name: 'Name' }))
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledTimes(2)
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([onClose.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 2])
})

test('while it is busy it cannot be submitted again', async ({ page }) => {
  const onSubmit = vi.fn<() => void>()
  await page.show(
    <Form label="New group" onSubmit={onSubmit} footer={<DialogFooter verb="Create" onClose={() => {}} isBusy />}>
      <input aria-label="Name" />
    </Form>,
  )
  await page.user.click(screen.getByRole('textbox', { name: 'Name' }))
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-busy')).toBe('true')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('outside a form it calls its own action', async ({ page }) => {
  const onConfirm = vi.fn<() => void>()
  await page.show(<DialogFooter verb="Resend" back="Back" onClose={() => {}} onConfirm={onConfirm} />)
  await page.user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Back' })).toBeDefined()
})
