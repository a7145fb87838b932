import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { PunctualityPill } from './punctuality.tsx'

test('an early stop is not shown in the red of a late one, and both show the duration in the same form', async ({
  page,
}) => {
  await page.show(
    <>
      <PunctualityPill verdict={{ state: 'EARLY', minutes: -958, severity: 'SEVERE', basis: 'PLAN' }} />
      <PunctualityPill verdict={{ state: 'EARLY', minutes: -12, severity: 'SLIGHT', basis: 'FACT' }} />
      <PunctualityPill verdict={{ state: 'LATE', minutes: 4_020, severity: 'SEVERE', basis: 'ESTIMATE' }} />
    </>,
  )
  expect(screen.getByText('15 h 58 early').closest('.tag')!.className).toContain('tone-amber')
  expect(screen.getByText('12 min early').closest('.tag')!.className).toContain('tone-grey')
  expect(screen.getByText('+2 d 19 h').closest('.tag')!.className).toContain('tone-red')
})
