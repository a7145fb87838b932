import { listLocations } from '@cartage/contract/locations/app/record'
import { LocationRecord } from '@cartage/contract/locations/endpoints'
import { PlannedStop } from '@cartage/contract/planning/app/trip'
import { expect, vi } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { type CrossingChange, CrossingDialog } from './crossing.dialog.tsx'

const sailing = { kind: 'FERRY', minutes: 450, berth: 'CABIN', line: 'Stena Line' } as const
const unreached = { actual_start_at: null, activity_label: 'Delivery' }
const stops = [1, 2, 3].map((at) => sampleOf(PlannedStop, { ...unreached, stop_id: id(at), location_id: id(60 + at) }))

async function open(page: Page, given: readonly PlannedStop[], boarding?: PlannedStop) {
  const onRun = vi.fn<(change: CrossingChange) => void>()
  const zoneOf = () => 'Europe/London'
  const town = ({ location_id }: PlannedStop) => `Town ${location_id.at(-1)}`
  await page.show(
    <CrossingDialog
      tripId={id(1)}
      name="T-1"
      stops={given}
      townOf={town}
      {...{ zoneOf, boarding, onRun }}
      onClose={() => {}}
    />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const submit = (verb: RegExp) => page.user.click(dialog.getByRole('button', { name: verb }))
  return { onRun, dialog, submit }
}

test('CROSS-1: a ferry requires two terminals and its length; a departure is typed if it is fixed', async ({
  page,
}) => {
  page.server.on(listLocations, {
    items: [
      sampleOf(LocationRecord, { id: id(71), name: 'Hoek van Holland', city: null, time_zone: 'Europe/Amsterdam' }),
      sampleOf(LocationRecord, { id: id(72), name: 'Harwich', city: null, time_zone: 'Europe/London' }),
    ],
    next_cursor: null,
  })
  const { onRun, dialog, submit } = await open(page, stops)
  await submit(/^Insert/)
  expect(dialog.getAllByText('Choose a location.')).toHaveLength(2)
  expect(dialog.getByText('Enter hours and minutes, for example 7:30.')).toBeDefined()
  const choose = async (field: string, option: RegExp) => {
    await page.user.click(dialog.getByRole('combobox', { name: field }))
    await page.user.click(await screen.findByRole('option', { name: option }))
  }
  await choose('From', /Hoek/)
  await choose('To', /Harwich/)
  await page.fill(dialog.getByRole('textbox', { name: 'Crossing time' }), '7:30')
  await page.fill(dialog.getByRole('textbox', { name: 'Departure, if it is fixed' }), '2026-03-03 22:00')
  await choose('Driver sleeps', /cabin/)
  await page.fill(dialog.getByRole('textbox', { name: 'Name of the line' }), 'Stena Line')
  await submit(/^Insert/)
  expect(onRun).toHaveBeenCalledWith({
    ...{ kind: 'INSERT_CROSSING', trip_id: id(1), from_location_id: id(71), to_location_id: id(72) },
    ...{ boarding_minutes: 30, before_stop_id: id(3) },
    crossing: { ...sailing, departs_at: '2026-03-03T21:00:00Z' },
  })
})

test('CROSS-5: another sailing replaces the planned one', async ({ page }) => {
  const [first, second] = stops
  const boarding = { ...first!, crossing: { ...sailing, departs_at: null, lands_stop_id: second!.stop_id } }
  const { onRun, dialog, submit } = await open(page, [boarding, second!], boarding)
  await page.fill(dialog.getByRole('textbox', { name: 'Crossing time' }), '6')
  await submit(/^Save/)
  const crossing = { ...sailing, minutes: 360, departs_at: null }
  expect(onRun).toHaveBeenCalledWith({ kind: 'CHANGE_CROSSING', trip_id: id(1), stop_id: first!.stop_id, crossing })
})

test('CROSS-2: no position is offered before visited stops, nor between boarding and landing', async ({ page }) => {
  const [first, second, third] = stops
  const reached = { ...first!, actual_start_at: '2026-03-03T21:00:00Z' }
  const boarding = { ...second!, crossing: { ...sailing, departs_at: null, lands_stop_id: third!.stop_id } }
  const { dialog } = await open(page, [reached, boarding, third!])
  await page.user.click(dialog.getByRole('combobox', { name: 'Position' }))
  const options = (await screen.findAllByRole('option')).map((option) => option.textContent)
  expect(options).toEqual(['Before stop 2: Town 2 · Delivery', 'Last'])
})

test('CROSS-5: the departure is typed in the time of the port where it is boarded, as shown at the field', async ({
  page,
}) => {
  const [first, second] = stops
  const departs_at = '2026-03-03T22:00:00Z'
  const boarding = { ...first!, crossing: { ...sailing, departs_at, lands_stop_id: second!.stop_id } }
  const { onRun, dialog, submit } = await open(page, [boarding, second!], boarding)
  const field = dialog.getByRole<HTMLInputElement>('textbox', {
    name: 'Departure, if it is fixed (time of Europe/London)',
  })
  expect(field.value).toMatch(/22:00/)
  await page.fill(field, '2026-03-03 23:15')
  await submit(/^Save/)
  expect(onRun).toHaveBeenCalledWith(
    expect.objectContaining({ crossing: { ...sailing, departs_at: '2026-03-03T23:15:00Z' } }),
  )
})
