import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { CutNotice } from './cut-notice.tsx'

test('the number of omitted rows is a status message, so that it is read out too', async ({ page }) => {
  await page.show(<CutNotice>Only the first 2,000 trips are shown.</CutNotice>)
  expect(screen.getByRole('status').textContent).toBe('Only the first 2,000 trips are shown.')
})
