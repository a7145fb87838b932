import { addUnavailabilities, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import {
  addUnavailability,
  changeUnavailability,
  removeUnavailability,
  UnavailabilityRecord,
} from '@cartage/contract/unavailabilities/app/calendar'
import { expect, vi } from 'vitest'
import { faultOf, fireEvent, screen, test } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { UnavailabilityDialog, type UnavailabilityDraft } from './unavailability.dialog.tsx'

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
const set = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => screen.getByRole('button', { name: /^Save/ })

function dialog(given: UnavailabilityDraft = draft) {
  const onClose = vi.fn<() => void>()
  return { parts: <UnavailabilityDialog draft={given} onClose={onClose} />, onClose }
}

test('the days that were chosen are sent as instants of the home zone, and Undo removes what was added', async ({
  page,
}) => {
  const { parts, onClose } = dialog()
  page.server.on(addUnavailability, record)
  page.server.on(removeUnavailability, undefined)
  await page.show(parts)
  expect(field(/^From/).value).toBe('2026-03-02T00:00')
  await page.user.type(field(/^Remark/), 'Dentist')
  await page.user.click(save())
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await vi.waitFor(() => expect(page.server.requests(removeUnavailability)).toHaveLength(1))
  expect(page.server.requests(addUnavailability)).toMatchObject([
    {
      params: { resource_id: resource.id },
      body: { start_time: '2026-03-01T23:00:00Z', end_time: '2026-03-02T23:00:00Z', description: 'Dentist' },
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a start is needed and the end comes after it; each is said at its field and nothing is sent', async ({
  page,
}) => {
  await page.show(dialog().parts)
  set(/^From/, '')
  await page.user.click(save())
  expect(faultOf(field(/^From/))).toBe('Enter a start.')
  set(/^From/, '2026-03-05T08:00')
  await page.user.click(save())
  expect(faultOf(field(/^Until/))).toBe('Ends before it starts.')
  expect(page.server.requests(addUnavailability)).toEqual([])
})

test('what the server finds wrong stands at its field, and the dialog stays open', async ({ page }) => {
  const { parts, onClose } = dialog()
  page.server.reject(addUnavailability, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('description', 'Too long.')],
  })
  await page.show(parts)
  await page.user.click(save())
  await vi.waitFor(() => expect(faultOf(field(/^Remark/))).toBe('Too long.'))
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
  set(/^Repeat weekly/, '2026-03-10')
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

test('editing keeps what is not changed, and does not repeat', async ({ page }) => {
  page.server.on(changeUnavailability, record)
  await page.show(dialog({ ...draft, end: null, given: record }).parts)
  expect(screen.queryByLabelText(/^Repeat weekly/)).toBeNull()
  await page.user.clear(field(/^Remark/))
  await page.user.click(save())
  await screen.findByRole('button', { name: /Undo/ })
  expect(page.server.requests(changeUnavailability)).toMatchObject([
    {
      params: { resource_id: resource.id, unavailability_id: record.id },
      body: { reason: 'DRIVER_SICKNESS', end_time: null, description: '' },
    },
  ])
})

test('one that exists is removed from its dialog', async ({ page }) => {
  const { parts, onClose } = dialog({ ...draft, given: record })
  page.server.on(removeUnavailability, undefined)
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('button', { name: /Undo/ })
  expect(onClose).toHaveBeenCalledOnce()
})
