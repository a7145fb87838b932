import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { FactStrip, StripFact } from './fact-strip.tsx'

test('a strip labels each fact, with its value and a second line if there is one', async ({ page }) => {
  await page.show(
    <FactStrip label="Trip at a glance">
      <StripFact name="Driver" text="+32 470">
        Ann
      </StripFact>
      <StripFact name="Trailer">QQ-1</StripFact>
    </FactStrip>,
  )
  const strip = within(screen.getByRole('region', { name: 'Trip at a glance' }))
  expect(strip.getByText('Driver').parentElement!.textContent).toBe('DriverAnn+32 470')
  expect(strip.getByText('Trailer').parentElement!.textContent).toBe('TrailerQQ-1')
})
