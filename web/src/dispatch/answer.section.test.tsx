import { answerTrip, CarrierStanding, getTripAnswer } from '@cartage/contract/dispatch/app/answers'
import { createCarrierLink, DoorLink, listCarrierLinks, revokeCarrierLink } from '@cartage/contract/doors/app/links'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { AnswerSection } from './answer.section.tsx'

const standing = (members: Members<CarrierStanding> = {}) =>
  sampleOf(CarrierStanding, {
    ...{ trip_id: id(1), company_name: 'Fast Freight', state: 'SILENT', is_overdue: false, answer: null },
    ...{ can_answer: true, answer_by: '2026-03-02T10:00:00Z', ...members },
  })
const answer = {
  ...{ answer: 'ACCEPTED', reason: null, plate: '1-ABC-234', driver_name: 'Bo', revision: null },
  ...{ answered_at: '2026-03-02T09:00:00Z', answered_through: 'LINK', answered_by: 'Gent' },
}

async function show(page: Page, shown: CarrierStanding, hasStarted = false) {
  page.server.on(getTripAnswer, { standing: shown })
  await page.show(<AnswerSection tripId={id(1)} hasStarted={hasStarted} />)
  await screen.findByRole('heading', { name: 'Fast Freight' })
}
const section = () => screen.getByRole('region', { name: 'Answer of the carrier' }).textContent

test.for([
  [{ state: 'SILENT' }, /No answer yet.*Answer by/],
  [{ state: 'SILENT', is_overdue: true }, /Answer overdue/],
  [{ state: 'ACCEPTED', answer }, /Accepted.*1-ABC-234 · Bo · by link \(Gent\)/],
  [
    { state: 'REFUSED', answer: { ...answer, plate: null, driver_name: null, reason: 'No truck.' } },
    /Refused.*No truck\./,
  ],
] as const)('a planner sees the standing of the trip at its carrier: %j', async ([members, text], { page }) => {
  await show(page, standing(members))
  expect(section()).toMatch(text)
})

test('an answer given by telephone is entered', async ({ page }) => {
  await show(page, standing())
  await page.user.click(screen.getByRole('button', { name: 'Enter answer…' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Licence plate (optional)' }), '1-XYZ-999')
  page.server.on(answerTrip, standing({ state: 'ACCEPTED' }))
  page.server.on(getTripAnswer, { standing: standing({ state: 'ACCEPTED', answer }) })
  await page.user.click(screen.getByRole('button', { name: 'Save answer' }))
  expect(await screen.findByText('Accepted')).toBeDefined()
  expect(page.server.requests(answerTrip)).toMatchObject([
    { params: { trip_id: id(1) }, body: { answer: 'ACCEPTED', plate: '1-XYZ-999', driver_name: null } },
  ])
})

test.for([
  [false, ['Accepted', 'Refused']],
  [true, ['Accepted']],
] as const)('DISP-5: a trip that has started (%s) can be %j', async ([hasStarted, answers], { page }) => {
  await show(page, standing(), hasStarted)
  await page.user.click(screen.getByRole('button', { name: 'Enter answer…' }))
  await page.user.click(await screen.findByRole('combobox', { name: 'Answer' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(answers)
})

test('a link for an office of the carrier is created with its deadline, copied, and revoked', async ({ page }) => {
  await show(page, standing())
  const live = sampleOf(DoorLink, { door_link_id: id(2), state: 'LIVE', label: 'Lille', last_used_at: null })
  page.server.on(listCarrierLinks, { items: [live] })
  await page.user.click(screen.getByRole('button', { name: 'Carrier link…' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Office or contact' }), 'Gent')
  await page.user.click(screen.getByRole('combobox', { name: 'Answer within' }))
  await page.user.click(await screen.findByRole('option', { name: '2 hours' }))
  page.server.on(createCarrierLink, { ...live, path: '/carrier#token' })
  await page.user.click(screen.getByRole('button', { name: 'Create link' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field.value).toBe(`${window.location.origin}/carrier#token`)
  expect(page.server.requests(createCarrierLink)).toMatchObject([
    {
      params: { trip_id: id(1) },
      body: { days: 7, label: 'Gent', language: null, answer_by: expect.stringMatching(/Z$/) },
    },
  ])
  page.server.on(revokeCarrierLink, { ...live, state: 'REVOKED' })
  const rows = screen.getByRole('list', { name: 'Links' })
  await page.user.click(within(rows).getByRole('button', { name: 'Revoke' }))
  expect(page.server.requests(revokeCarrierLink)).toMatchObject([{ params: { trip_id: id(1), door_link_id: id(2) } }])
  // A revoked link must not be copied.
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
})
