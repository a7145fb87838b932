import { ResourceRecord } from '@cartage/contract/resources/app/record'
import { addUnavailability } from '@cartage/contract/unavailabilities/app/calendar'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { AwayDialog } from './away.dialog.tsx'

test('FIT-13: a driver who calls in ill is away from now until the end of the day with one press', async ({ page }) => {
  const sample = sampleOf(ResourceRecord)
  const record = { ...sample, resource: { ...sample.resource, id: id(1), name: 'Piet', type: 'DRIVER' } }
  page.server.on(addUnavailability, {} as never)
  await page.show(<AwayDialog record={record as never} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: /Piet/ })
  await page.user.click(screen.getByRole('button', { name: /^Add/ }))
  await waitFor(() =>
    expect(page.server.bodies(addUnavailability)).toMatchObject([
      { reason: 'DRIVER_SICKNESS', start_time: expect.any(String), end_time: expect.any(String) },
    ]),
  )
})
