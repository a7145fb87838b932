import { AuditRecord } from '@cartage/contract/audit/app'
import { useQuery } from '@tanstack/react-query'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { HistoryList } from './history.list.tsx'

const stop = (at: number, status: string) => `${id(at)} ${status} 2026-11-23T03:30:00.000Z 2026-11-23T04:00:00.000Z`

const entry = sampleOf(AuditRecord, {
  action: 'updated',
  changes: {
    status: { before: 'PLANNED', after: 'IN_PROGRESS' },
    stops: { before: [stop(1, 'PLANNED'), stop(2, 'PLANNED')], after: [stop(1, 'COMPLETED'), stop(2, 'PLANNED')] },
    resources: { before: [], after: [id(3), id(4)] },
  },
})

test('the history of a trip shows statuses in words, only the stops that changed, and no ids', async ({ page }) => {
  function History() {
    return <HistoryList query={useQuery({ queryKey: ['history'], queryFn: async () => ({ items: [entry] }) })} />
  }
  await page.show(<History />)
  await screen.findByText('Planned → In progress')
  expect(screen.getByText(/^1: Planned/).textContent).toMatch(/^1: Planned · .+ → 1: Completed · /)
  expect(screen.queryByText(/2: Planned/)).toBeNull()
  await screen.findByText('— → 2 records')
})
