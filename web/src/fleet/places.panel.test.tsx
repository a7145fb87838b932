import { getLocationFence } from '@cartage/contract/positions/app/fleet'
import { describe, expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { PlacesPanel } from './places.panel.tsx'
import type { Places } from './use-places.ts'

const gate = {
  location_id: 'a',
  name: 'Gate',
  city: 'Rotterdam',
  latitude: 51.9,
  longitude: 4.3,
  radius_m: 75,
  is_own: true,
}
const shown: Places = {
  ...{ isShown: true, isFar: false, items: [gate], isCut: true, selected: undefined, mayEdit: true },
  ...{ content: { areas: [] }, onSight: () => {}, onRadius: undefined },
}

describe('locations of the live map', () => {
  test('are a list with the content of the map, and the map moves to the chosen one', async ({ page }) => {
    const onSelect = vi.fn()
    await page.show(<PlacesPanel places={shown} onSelect={onSelect} onClose={() => {}} />)
    await page.user.click(screen.getByRole('button', { name: /Gate\s*75 m/ }))
    expect(onSelect).toHaveBeenCalledWith('a', expect.objectContaining({ latitude: 51.9, longitude: 4.3 }))
    expect(screen.getByText('There are more: zoom in.')).toBeDefined()
  })

  test('are not shown at a small scale', async ({ page }) => {
    await page.show(<PlacesPanel places={{ ...shown, isFar: true }} onSelect={() => {}} onClose={() => {}} />)
    expect(screen.getByText('Zoom in to see locations.')).toBeDefined()
  })

  test('have their radius as a number, as an alternative to dragging', async ({ page }) => {
    page.server.on(getLocationFence, { radius_m: 75, usual_radius_m: 300 })
    const selected = { id: 'a', name: 'Gate', city: 'Rotterdam', latitude: 51.9, longitude: 4.3 }
    await page.show(<PlacesPanel places={{ ...shown, selected }} onSelect={() => {}} onClose={() => {}} />)
    expect(screen.getByRole('link', { name: 'Gate' }).getAttribute('href')).toBe('/locations/a')
    expect(await screen.findByText('75')).toBeDefined()
    expect(screen.getByText(/Drag its edge to change the radius/)).toBeDefined()
  })
})
