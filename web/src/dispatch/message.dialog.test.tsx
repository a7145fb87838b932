import { DispatchRevision, getDispatchRevision } from '@cartage/contract/dispatch/app'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { MessageDialog } from './message.dialog.tsx'

const dispatch = { dispatch_id: id(2), destination_name: 'Fast Freight' }

test('DISP-1: a message shows its changes, its result and its payload', async ({ page }) => {
  const difference = [{ path: 'stops.0.note', before: 'Gate 1', after: 'Gate 2' }]
  const revision = sampleOf(DispatchRevision, { revision: 2, operation: 'UPDATE', status: 'SENT', difference })
  page.server.on(getDispatchRevision, { ...revision, payload: { name: 'T-7' } })
  await page.show(<MessageDialog dispatch={dispatch} revision={2} onClose={() => {}} />)
  expect(await screen.findByText('Gate 2')).toBeDefined()
  expect(screen.getByRole('figure', { name: 'Payload' }).textContent).toContain('T-7')
  expect(page.server.requests(getDispatchRevision)).toMatchObject([{ params: { dispatch_id: id(2), revision: '2' } }])
})

test('the first message has no differences', async ({ page }) => {
  const revision = sampleOf(DispatchRevision, { revision: 1, operation: 'CREATE', status: 'SENT' })
  page.server.on(getDispatchRevision, { ...revision, payload: {} })
  await page.show(<MessageDialog dispatch={dispatch} revision={1} onClose={() => {}} />)
  expect(await screen.findByText('This is the first message.')).toBeDefined()
})
