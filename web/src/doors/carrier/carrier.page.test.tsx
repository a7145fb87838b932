import {
  answerCarrierTrip,
  type CarrierStop,
  CarrierTrip,
  getCarrierTrip,
  reportCarrierStop,
  uploadCarrierDocument,
} from '@cartage/contract/doors/app/carrier'
import { getCarrierLogo } from '@cartage/contract/doors/app/logos'
import { expect } from 'vitest'
import { type Page, screen, test } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import { CarrierPage } from './carrier.page.tsx'

const place = {
  ...{ name: 'Mill', address: 'Quay 1', postal_code: '9000', city: 'Gent', country: 'BE', description: null },
  ...{ latitude: null, longitude: null, time_zone: 'Europe/Brussels' },
}
const stop: CarrierStop = {
  ...{ visit_id: id(3), requested_date: null, requested_from: null, requested_to: null, customer_reference: null },
  ...{ stop_id: id(2), kind: 'DELIVERY', activity_label: 'Delivery', status: 'PLANNED', place, note: 'Gate 3' },
  ...{ planned_start_at: '2026-05-04T06:00:00Z', planned_end_at: null, actual_start_at: null, actual_end_at: null },
  ...{ reference_number: 'R-1', order_number: 'O-17', phone_number: null, container_number: null, pin_code: null },
  ...{ seal_number: null, goods: ['4 × Pallet'], dangerous_goods: ['UN 1203 PETROL, 3'], documents: [] },
}
const accepted: NonNullable<CarrierTrip['answer']> = {
  ...{ answer: 'ACCEPTED', reason: null, plate: '1-ABC-234', driver_name: 'Bo', revision: null },
  ...{ answered_at: '2026-05-04T05:00:00Z', answered_through: 'LINK', answered_by: 'Gent' },
}
const trip = (members: Members<CarrierTrip> = {}) =>
  sampleOf(CarrierTrip, {
    ...{ sender: 'Haulier Ltd', language: null, name: 'T-7', company_name: 'Fast Freight', office: 'Gent' },
    ...{ status: 'PLANNED', state: 'SILENT', is_overdue: false, answer: null, can_answer: true, can_report: false },
    ...{ can_upload: true, answer_by: '2026-05-04T08:00:00Z', time_zone: 'Europe/Brussels', stops: [stop] },
    ...members,
  })
const driven = (members: Partial<CarrierStop> = {}) =>
  trip({
    ...{ status: 'IN_PROGRESS', state: 'ACCEPTED', answer: accepted, can_answer: false, can_report: true },
    stops: [{ ...stop, ...members }],
  })

async function show(page: Page, shown: CarrierTrip) {
  page.server.on(getCarrierLogo, { image: null })
  page.server.on(getCarrierTrip, shown)
  await page.show(<CarrierPage />)
  await screen.findByRole('heading', { name: 'Trip T-7' })
}
const press = (page: Page, name: string) => page.user.click(screen.getByRole('button', { name }))

test('a carrier sees the trip with its deadline, and accepts it once with plate and driver', async ({ page }) => {
  await show(page, trip())
  expect(screen.getByText(/^Answer by Mon,? 4 May.* 10:00$/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')[0]!.textContent).toMatch(/Mill.*Quay 1.*O-17.*R-1.*UN 1203 PETROL, 3.*Gate 3/)
  expect(screen.queryByRole('button', { name: 'Upload document' })).toBeNull()
  await page.user.type(screen.getByRole('textbox', { name: 'Licence plate' }), '1-ABC-234')
  await page.user.type(screen.getByRole('textbox', { name: 'Driver' }), 'Bo')
  const respond = page.server.hold(answerCarrierTrip, trip({ state: 'ACCEPTED', answer: accepted, can_report: true }))
  await page.user.dblClick(screen.getByRole('button', { name: 'Accept trip' }))
  respond()
  expect(await screen.findByText('You accepted this trip')).toBeTruthy()
  expect(page.server.requests(answerCarrierTrip)).toMatchObject([
    { body: { answer: 'ACCEPTED', plate: '1-ABC-234', driver_name: 'Bo' } },
  ])
})

test('DISP-5: a trip that has started is still accepted for the first time, and no longer refused', async ({
  page,
}) => {
  await show(page, trip({ status: 'IN_PROGRESS' }))
  expect(screen.getByRole('button', { name: 'Accept trip' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refuse…' })).toBeNull()
})

test('a trip is refused with a reason only', async ({ page }) => {
  await show(page, trip({ is_overdue: true }))
  expect(screen.getByText(/^An answer was due by/)).toBeTruthy()
  await press(page, 'Refuse…')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refuse trip' }).disabled).toBe(true)
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'No truck.')
  page.server.on(
    answerCarrierTrip,
    trip({ state: 'REFUSED', answer: { ...accepted, answer: 'REFUSED', reason: 'No truck.' } }),
  )
  await press(page, 'Refuse trip')
  expect(await screen.findByText('You refused this trip')).toBeTruthy()
  expect(page.server.requests(answerCarrierTrip)).toMatchObject([{ body: { answer: 'REFUSED', reason: 'No truck.' } }])
})

test('arrival, then departure of a stop are reported with their time', async ({ page }) => {
  await show(page, driven())
  await press(page, 'Arrived…')
  page.server.on(reportCarrierStop, driven({ status: 'AT_STOP', actual_start_at: '2026-05-04T06:10:00Z' }))
  await press(page, 'Report arrival')
  expect(await screen.findByText(/^Arrived Mon/)).toBeTruthy()
  expect(page.server.requests(reportCarrierStop)).toMatchObject([
    { params: { stop_id: id(2) }, body: { report: 'ARRIVED', happened_at: expect.stringMatching(/Z$/) } },
  ])
  expect(await screen.findByRole('button', { name: 'Left…' })).toBeTruthy()
})

test('a photo is uploaded as proof of delivery, and a failure is reported', async ({ page }) => {
  await show(page, driven({ status: 'COMPLETED' }))
  await press(page, 'Upload document')
  const photo = new File(['x'], 'pod.jpg', { type: 'image/jpeg' })
  page.server.reject(uploadCarrierDocument, { status: 409, code: 'state_conflict' })
  await page.user.upload(screen.getByLabelText('Choose file'), photo)
  expect(await screen.findByText('This is not possible any more')).toBeTruthy()
  const documents = [
    { document_id: id(5), document_type: 'PROOF_OF_DELIVERY', name: 'pod.jpg', created_at: '2026-05-04T07:00:00Z' },
  ]
  page.server.on(uploadCarrierDocument, driven({ status: 'COMPLETED', documents }))
  await page.user.upload(screen.getByLabelText('Choose file'), photo)
  expect(await screen.findByText('Proof of delivery · pod.jpg')).toBeTruthy()
})

test('LINK-3: a link whose trip went to another carrier does not work', async ({ page }) => {
  page.server.reject(getCarrierTrip, { status: 401, code: 'unauthenticated' })
  await page.show(<CarrierPage />)
  expect(await screen.findByText('This link does not work')).toBeTruthy()
})

test('CROSS-7: a carrier sees which ferry connects a stop with the next one', async ({ page }) => {
  const ferry = { kind: 'FERRY', minutes: 450, departs_at: '2026-05-04T20:00:00Z', berth: 'CABIN', line: 'Stena Line' }
  await show(page, driven({ crossing: { ...ferry, lands_stop_id: id(4) } }))
  expect(screen.getByText(/^Ferry Stena Line · 7 h 30 · departs Mon,? 4 May.* 22:00 · cabin$/)).toBeDefined()
})
