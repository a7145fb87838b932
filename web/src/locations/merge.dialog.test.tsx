import { listLocations, mergeLocation, restoreLocation } from '@cartage/contract/locations/app/record'
import { LocationRecord } from '@cartage/contract/locations/endpoints'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { MergeDialog } from './merge.dialog.tsx'

const depot = sampleOf(LocationRecord, { id: id(1), name: 'Depot' })
const quay = sampleOf(LocationRecord, { id: id(2), name: 'Depot quay' })
const kept = () => screen.getByRole('combobox', { name: 'Location to keep' })

test('a location is merged into another, never into itself, and Undo restores it', async ({ page }) => {
  const onMerged = vi.fn<(into: string) => void>()
  page.server.on(listLocations, { ...sampleOf(listLocations.response), items: [depot, quay] })
  page.server.on(mergeLocation, sampleOf(mergeLocation.response))
  page.server.on(restoreLocation, sampleOf(restoreLocation.response))
  await page.show(<MergeDialog location={depot} onClose={() => {}} onMerged={onMerged} />)
  await page.user.type(kept(), 'Depot')
  await page.user.click(await screen.findByRole('option', { name: /Depot quay/ }))
  expect(screen.queryByRole('option', { name: /^Depot$/ })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Merge' }))
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await waitFor(() => expect(page.server.requests(restoreLocation)).toHaveLength(1))
  expect(page.server.requests(mergeLocation)).toMatchObject([{ params: { location_id: id(1) }, body: { into: id(2) } }])
  expect(onMerged).toHaveBeenCalledExactlyOnceWith(id(2))
})

test('without a location to keep nothing can be merged', async ({ page }) => {
  await page.show(<MergeDialog location={depot} onClose={() => {}} onMerged={() => {}} />)
  await page.user.click(screen.getByRole('button', { name: 'Merge' }))
  expect(faultOf(kept())).toBe('Choose the location to keep.')
})
