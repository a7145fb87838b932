import { DayException } from '@cartage/contract/app/day'
import { dismissDriverReport } from '@cartage/contract/doors/app/driver-reports'
import { InboxItem, retryInboxItem } from '@cartage/contract/messages/app/record'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import { DriverReport } from './driver-report.panel.tsx'
import { useExceptionTitle } from './exception.labels.ts'

type Report = NonNullable<DayException['driver_report']>

const one = sampleOf(DayException, {
  ...{ kind: 'DRIVER_REPORT', trip_id: id(1), trip_name: 'T-7', carrier_name: 'Ann', place: { city: 'Gent' } },
})
const report = (members: Members<Report> = {}): Report => ({
  ...{
    act_id: id(2),
    kind: 'REMARK',
    is_damage: false,
    text: '1 pallet wet',
    deviation: null,
    document_id: null,
    inbox_item_id: null,
  },
  ...{ happened_at: '2026-02-02T08:00:00Z', driver_name: 'Ann', refusal: null, reason: null },
  ...(members as Partial<Report>),
})

test('DOOR-6: a remark is read on Today and confirmed with one press', async ({ page }) => {
  page.server.on(dismissDriverReport, { seen_at: '2026-02-02T09:00:00Z' })
  await page.show(<DriverReport one={one} report={report()} />)
  expect(screen.getByText(/1 pallet wet/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Seen: T-7' }))
  await waitFor(() =>
    expect(page.server.requests(dismissDriverReport)).toMatchObject([{ params: { trip_id: id(1), act_id: id(2) } }]),
  )
})

test('DOOR-6: a refused report shows the reason in the language of the page, and is accepted with one press', async ({
  page,
}) => {
  page.server.on(retryInboxItem, sampleOf(InboxItem, { status: 'RESOLVED' }))
  const refused = report({ kind: 'ARRIVE', text: null, inbox_item_id: id(3), refusal: 'OTHER_DRIVER', reason: 'x' })
  await page.show(<DriverReport one={one} report={refused} />)
  expect(screen.getByText('The stop is on the trip of another driver now.')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Accept at this stop: Ann' }))
  expect(await screen.findAllByText('Report accepted')).not.toHaveLength(0)
})

test('damage is labelled damage, with the town', async ({ page }) => {
  const Title = () => useExceptionTitle()({ ...one, driver_report: report({ is_damage: true }) })
  await page.show(<Title />)
  expect(screen.getByText('Damage reported in Gent')).toBeDefined()
})
