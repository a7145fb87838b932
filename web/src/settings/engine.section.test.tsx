import { testRoadEngine } from '@cartage/contract/positions/app/road-engine'
import { describe, expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { EngineSection } from './engine.section.tsx'

const road = { from: 'Rotterdam', to: 'Antwerp', distance_km: 99.7, driving_minutes: 90, estimated_km: 98.2 }
const check = { kind: 'OSRM' as const, is_operators: false, version: '6.0', road, failure: null, advice: null }
const press = () => screen.getByRole('button', { name: 'Test engine' })

describe('a routing engine', () => {
  test('that responds shows kilometres, minutes and version, next to the estimate', async ({ page }) => {
    page.server.on(testRoadEngine, { check })
    await page.show(
      <EngineSection given={{ road_engine: { kind: 'OSRM', url: 'https://roads.example', profile: '' } }} />,
    )
    await page.user.click(press())
    expect(await screen.findByText(/OSRM 6.0 answers: Rotterdam to Antwerp is 100 km and 90 minutes/)).toBeDefined()
    expect(page.server.bodies(testRoadEngine)).toEqual([
      { engine: { kind: 'OSRM', url: 'https://roads.example', profile: null } },
    ])
  })

  test('that fails shows the reason and advice', async ({ page }) => {
    const failed = { ...check, version: null, road: null, failure: 'HTTP 401: Wrong key', advice: 'CHECK_KEY' as const }
    page.server.on(testRoadEngine, { check: failed })
    await page.show(<EngineSection given={{ road_engine: null }} />)
    await page.user.click(press())
    expect((await screen.findByText(/HTTP 401: Wrong key/)).textContent).toContain('Check the key in its address')
  })

  test('is not tested while its address is not complete', async ({ page }) => {
    await page.show(<EngineSection given={{ road_engine: { kind: 'OSRM', url: 'roads' } }} />)
    expect((press() as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText('Enter type and address of the engine first.')).toBeDefined()
  })

  test('is optional: the installation may have none', async ({ page }) => {
    page.server.on(testRoadEngine, { check: null })
    await page.show(<EngineSection given={{ road_engine: null }} />)
    await page.user.click(press())
    expect(await screen.findByText('The installation has no engine: distances are estimated.')).toBeDefined()
  })
})
