import { resendFailed } from '@cartage/contract/deliveries/app/record'
import { listSubscriptions, Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { ResendFailedDialog } from './resend-failed.dialog.tsx'

test('failed deliveries of an endpoint and a period are resent, and their number is shown', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(listSubscriptions, {
    items: [sampleOf(Subscription, { subscription_id: id(1), name: 'Shipper' })],
  })
  page.server.on(resendFailed, { resent: 2 })
  await page.show(<ResendFailedDialog isOpen onClose={onClose} />)
  await page.user.click(screen.getByRole('combobox', { name: 'Period' }))
  await page.user.click(await screen.findByRole('option', { name: 'Last hour' }))
  await page.user.click(screen.getByRole('combobox', { name: 'Endpoint' }))
  await page.user.click(await screen.findByRole('option', { name: 'Shipper' }))
  const before = Date.now()
  await page.user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findAllByText('2 failed deliveries queued for resend')).not.toHaveLength(0)
  const [body] = page.server.bodies(resendFailed)
  expect(body?.subscription_id).toBe(id(1))
  expect(Date.parse(body!.since)).toBeGreaterThanOrEqual(before - 3_600_000)
  expect(Date.parse(body!.since)).toBeLessThanOrEqual(Date.now() - 3_600_000)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a resend that the server rejects shows the reason and leaves the dialog open', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(listSubscriptions, { items: [] })
  page.server.reject(resendFailed, { status: 403, code: 'forbidden', message: 'Your role does not allow it.' })
  await page.show(<ResendFailedDialog isOpen onClose={onClose} />)
  await page.user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findAllByText(/Your role does not allow it/)).not.toHaveLength(0)
  expect(onClose).not.toHaveBeenCalled()
})
