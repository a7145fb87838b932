import { addUnavailabilities, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import {
  addUnavailability,
  changeUnavailability,
  removeUnavailability,
  UnavailabilityRecord,
} from '@cartage/contract/unavailabilities/app/calendar'
import { expect, vi } from 'vitest'
import { faultOf, type Page, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { UnavailabilityDialog } from './unavailability.dialog.tsx'
import { UnavailabilityFields } from './unavailability.form.tsx'
import type { UnavailabilityDraft } from './unavailability-draft.ts'

const resource = { id: id(1), name: 'Ann Peeters', type: 'DRIVER' }
// Midnight in Brussels.
const draft = { resource, start: Date.parse('2026-03-01T23:00:00Z'), end: Date.parse('2026-03-02T23:00:00Z') }
const record = sampleOf(UnavailabilityRecord, {
  id: id(2),
  resource_id: resource.id,
  start_time: '2026-03-01T23:00:00Z',
  end_time: null,
  reason: 'DRIVER_SICKNESS',
  description: 'Flu',
})
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: /^(Add|Save)$/ })

/** Replaces the text of a field and leaves it. */
async function set(page: Page, name: RegExp, text: string) {
  await page.user.clear(field(name))
  if (text !== '') await page.user.paste(text)
  await page.user.tab()
}

function dialog(given: UnavailabilityDraft = draft) {
  const onClose = vi.fn<() => void>()
  return { parts: <UnavailabilityDialog draft={given} onClose={onClose} />, onClose }
}

test('the chosen days are sent as instants of the default time zone, and Undo removes the new record', async ({
  page,
}) => {
  const { parts, onClose } = dialog()
  page.server.on(addUnavailability, record)
  page.server.on(removeUnavailability, undefined)
  await page.show(parts)
  expect(field(/^From/).value).toMatch(/^Mon 2 Mar( 2026)? 00:00$/)
  await page.user.click(field(/^Note/))
  await page.user.paste('Dentist')
  await page.user.click(save())
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await waitFor(() => expect(page.server.requests(removeUnavailability)).toHaveLength(1))
  expect(page.server.requests(addUnavailability)).toMatchObject([
    {
      params: { resource_id: resource.id },
      body: { start_time: '2026-03-01T23:00:00Z', end_time: '2026-03-02T23:00:00Z', description: 'Dentist' },
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a start is required and the end is after it; each error is at its field and nothing is sent', async ({
  page,
}) => {
  await page.show(dialog().parts)
  await set(page, /^From/, '')
  await page.user.click(save())
  expect(faultOf(field(/^From/))).toBe('Enter a start.')
  await set(page, /^From/, 'soon')
  await page.user.click(save())
  expect(faultOf(field(/^From/))).toContain('Date not recognised.')
  await set(page, /^From/, '5-3-2026 8:00')
  await page.user.click(save())
  expect(faultOf(field(/^Until/))).toBe('Ends before it starts.')
  expect(page.server.requests(addUnavailability)).toEqual([])
})

test('an error from the server is shown at its field, and the dialog stays open', async ({ page }) => {
  const { parts, onClose } = dialog()
  page.server.reject(addUnavailability, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('description', 'Too long.')],
  })
  await page.show(parts)
  await page.user.click(save())
  await waitFor(() => expect(faultOf(field(/^Note/))).toBe('Too long.'))
  expect(onClose).not.toHaveBeenCalled()
})

test('a weekly repetition is sent as one row a week', async ({ page }) => {
  page.server.on(addUnavailabilities, {
    items: [
      sampleOf(UnavailabilityRowResult, { line: 1, outcome: 'CREATED', resource_id: resource.id }),
      sampleOf(UnavailabilityRowResult, { line: 2, outcome: 'REFUSED', message: 'Overlaps another.' }),
    ],
  })
  await page.show(dialog().parts)
  await set(page, /^Repeat weekly/, '10-3-2026')
  await page.user.click(save())
  expect(await screen.findAllByText(/Overlaps another/)).not.toHaveLength(0)
  expect(page.server.bodies(addUnavailabilities)).toMatchObject([
    {
      rows: [
        { line: 1, resource: { id: resource.id }, start_time: '2026-03-01T23:00:00Z' },
        { line: 2, resource: { id: resource.id }, start_time: '2026-03-08T23:00:00Z' },
      ],
    },
  ])
})

test('a repetition that ends before the first day, or on no day, is sent neither once nor weekly', async ({ page }) => {
  await page.show(dialog().parts)
  await set(page, /^Repeat weekly/, '1-3-2026')
  await page.user.click(save())
  expect(faultOf(field(/^Repeat weekly/))).toBe('Ends before it starts.')
  await set(page, /^Repeat weekly/, '31-2-2026')
  await page.user.click(save())
  expect(faultOf(field(/^Repeat weekly/))).toContain('Date not recognised.')
  expect(page.server.requests(addUnavailability)).toEqual([])
})

test('days are sent as understood also when Enter is pressed in the field; a last day counts as a whole', async ({
  page,
}) => {
  page.server.on(addUnavailability, record)
  await page.show(dialog().parts)
  await page.user.clear(field(/^Until/))
  await page.user.type(field(/^Until/), '4-3-2026{Enter}')
  await waitFor(() => expect(page.server.requests(addUnavailability)).toHaveLength(1))
  expect(page.server.bodies(addUnavailability)[0]).toMatchObject({ end_time: '2026-03-04T23:00:00Z' })
})

test('the fields show a reason of another type, and a new record can repeat', async ({ page }) => {
  const form = { reason: 'VEHICLE_REPAIR', start: '', end: '', until: '', description: '' }
  await page.show(<UnavailabilityFields type="DRIVER" form={form} faults={{}} isNew onChange={() => {}} />)
  expect(screen.getByRole('combobox', { name: 'Reason' }).textContent).toContain('Repair')
  expect(field(/^Repeat weekly/)).toBeDefined()
})

test('editing keeps unchanged values, and does not repeat', async ({ page }) => {
  const exact = { ...record, start_time: '2026-03-02T07:00:30Z' }
  page.server.on(changeUnavailability, exact)
  await page.show(dialog({ ...draft, start: Date.parse(exact.start_time), end: null, given: exact }).parts)
  expect(screen.queryByLabelText(/^Repeat weekly/)).toBeNull()
  await page.user.clear(field(/^Note/))
  await page.user.click(save())
  await screen.findByRole('button', { name: /Undo/ })
  expect(page.server.requests(changeUnavailability)).toMatchObject([
    {
      params: { resource_id: resource.id, unavailability_id: record.id },
      body: { reason: 'DRIVER_SICKNESS', start_time: '2026-03-02T07:00:30Z', end_time: null, description: '' },
    },
  ])
})

test('an existing record is removed in its dialog', async ({ page }) => {
  const { parts, onClose } = dialog({ ...draft, given: record })
  page.server.on(removeUnavailability, undefined)
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('button', { name: /Undo/ })
  expect(onClose).toHaveBeenCalledOnce()
})
