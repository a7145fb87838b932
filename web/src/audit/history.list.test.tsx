import { AuditRecord } from '@cartage/contract/audit/app'
import { useQuery } from '@tanstack/react-query'
import { expect } from 'vitest'
import { useCrossingText } from '../records/stops/crossing.labels.ts'
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

test('the history of a trip shows translated statuses, only the changed stops, and no ids', async ({ page }) => {
  function History() {
    return <HistoryList query={useQuery({ queryKey: ['history'], queryFn: async () => ({ items: [entry] }) })} />
  }
  await page.show(<History />)
  await screen.findByText('Planned → In progress')
  expect(screen.getByText('Stop 1').nextSibling?.textContent).toBe('Planned → Completed')
  expect(screen.queryByText('Stop 2')).toBeNull()
  await screen.findByText('— → 2 records')
})

test('CROSS-5: the history describes a ferry in prose, not in codes', async ({ page }) => {
  const ferry = { kind: 'FERRY', line: 'Stena Line', minutes: 450, departs_at: null, berth: 'NONE' }
  const later = { ...ferry, departs_at: '2026-11-23T21:00:00.000Z', berth: 'CABIN' }
  const changed = sampleOf(AuditRecord, {
    ...{ action: 'updated', sequence: 3 },
    changes: { crossings: { before: [ferry], after: [later] } },
  })
  function History() {
    return (
      <HistoryList
        query={useQuery({ queryKey: ['crossing'], queryFn: async () => ({ items: [changed] }) })}
        crossingText={useCrossingText()}
      />
    )
  }
  await page.show(<History />)
  expect((await screen.findByText('Ferries and trains')).nextSibling?.textContent).toMatch(
    /^Ferry Stena Line · 7 h 30 → Ferry Stena Line · 7 h 30 · leaves Mon 23 Nov( 2026)? 22:00 · cabin$/,
  )
})

test('the history shows the actor, and only the first of many stops', async ({ page }) => {
  const times = (hour: string) => Array.from({ length: 9 }, (_, at) => stop(at, 'PLANNED').replace('T03', `T${hour}`))
  const moved = sampleOf(AuditRecord, {
    ...{ action: 'updated', sequence: 2, actor: { kind: 'operator', actor_id: null, name: null } },
    changes: { stops: { before: times('03'), after: times('02') } },
  })
  const created = sampleOf(AuditRecord, { ...moved, action: 'created', sequence: 1, changes: {} })
  function History() {
    return <HistoryList query={useQuery({ queryKey: ['many'], queryFn: async () => ({ items: [moved, created] }) })} />
  }
  await page.show(<History />)
  expect(await screen.findByText('Created by Operator')).toBeDefined()
  expect(screen.getByText('Updated by Operator')).toBeDefined()
  expect(screen.getByText('Stop 6').nextSibling?.textContent).toMatch(
    /^Mon 23 Nov( 2026)? 04:30 → Mon 23 Nov( 2026)? 03:30$/,
  )
  expect(screen.queryByText('Stop 7')).toBeNull()
  expect(screen.getByText('3 more stops')).toBeDefined()
})

test('the history leaves out digests and ids inside a member', async ({ page }) => {
  const version = { sha256: 'a'.repeat(64), rate_version_id: id(7), valid_from: '2026-06-01', valid_to: null }
  const published = sampleOf(AuditRecord, {
    ...{ action: 'updated', sequence: 1 },
    changes: { version: { before: null, after: version } },
  })
  function History() {
    return <HistoryList query={useQuery({ queryKey: ['version'], queryFn: async () => ({ items: [published] }) })} />
  }
  await page.show(<History />)
  expect(await screen.findByText(/1 Jun 2026/)).toBeDefined()
  expect(document.body.textContent).not.toMatch(/aaaa|Sha256|Valid to/)
})
