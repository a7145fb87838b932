import { ReplayResult, replayMessage, tryMessage } from '@cartage/contract/messages/app/record'
import { expect, vi } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { ReplayDialog } from './replay.dialog.tsx'

const result: ReplayResult = {
  ...sampleOf(ReplayResult, { status: 200, first_status: 422 }),
  records: [{ entity_type: 'order', entity_id: id(3), changes: { note: { before: 'old', after: 'new' } } }],
  unmatched: [{ path: 'orders.1', reason: 'Unknown order.' }],
}

test('the changes of a message are shown before it is applied', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(tryMessage, result)
  page.server.on(replayMessage, result)
  await page.show(<ReplayDialog messageId={id(1)} onClose={onClose} />)
  expect(await screen.findByText('"old"')).toBeDefined()
  expect(screen.getByText('"new"')).toBeDefined()
  expect(screen.getByText(/Unknown order/)).toBeDefined()
  expect(page.server.requests(replayMessage)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.requests(replayMessage)).toMatchObject([{ params: { message_id: id(1) } }])
})

test('a message whose effect cannot be shown cannot be applied', async ({ page }) => {
  page.server.reject(tryMessage, { status: 409, code: 'not_kept', message: 'Its body is not kept.' })
  await page.show(<ReplayDialog messageId={id(1)} onClose={() => {}} />)
  expect(await screen.findByText(/Its body is not kept/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true)
})

test('a person who may only read sees the changes without the button to apply them', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['message.write'] })
  page.server.on(tryMessage, { ...result, records: [] })
  await page.show(<ReplayDialog messageId={id(1)} onClose={() => {}} />)
  expect(await screen.findByText('No changes.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
})
