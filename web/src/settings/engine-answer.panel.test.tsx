import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { EngineAnswer } from './engine-answer.panel.tsx'

const engine = { kind: 'VALHALLA' as const, is_operators: true, version: null, failure: null, advice: null }

test('an engine without a road between two towns is reported', async ({ page }) => {
  await page.show(<EngineAnswer check={{ ...engine, road: null }} />)
  expect(await screen.findByText(/Valhalla: knows no road between known towns/)).toBeDefined()
})
