import { search } from '@cartage/contract/app/shell'
import { explainOrder } from '@cartage/contract/charges/app/explain'
import { replayRateCard } from '@cartage/contract/charges/app/replay'
import { tryRates } from '@cartage/contract/rates/app/bench'
import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import {
  discardRateDraft,
  getRateRecord,
  getRateVersion,
  publishRateDraft,
  retireRateVersion,
  saveRateDraft,
} from '@cartage/contract/rates/app/records'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { card, cardDoc, cardDraft, rating, recordWith, serveRates, versionFrom } from '../../testing/rates.ts'
import { id } from '../../testing/sample.ts'
import { rateCardRoute } from '../routes.ts'

const path = `/rates/cards/${card.rate_record_id}`
const published = { ...versionFrom('2026-01-01'), doc: cardDoc }

async function open(page: Page, members: Parameters<typeof recordWith>[0] = { draft: cardDraft }, search = '') {
  serveRates(page, members)
  page.server.on(getRateVersion, published)
  await page.open(rateCardRoute, path + search)
  return await screen.findByRole('list', { name: 'Lines' })
}

/** Makes the server return what was saved. */
function keepDrafts(page: Page) {
  page.server.on(saveRateDraft, ({ body }) => {
    const { doc, valid_from, valid_to } = body as { doc: RateCardDoc; valid_from: string; valid_to: string | null }
    const draft = { ...cardDraft, valid_from, valid_to: valid_to ?? null, doc }
    return recordWith({ draft, has_draft: true, updated_at: '2026-11-23T09:00:00Z' })
  })
}

const savedDoc = (page: Page) => (page.server.bodies(saveRateDraft).at(-1) as { doc: RateCardDoc }).doc

test('each line reads as a sentence: what, how much, when', async ({ page }) => {
  const lines = within(await open(page))
  expect(await lines.findByText('Fuel surcharge')).toBeDefined()
  const text = lines.getAllByRole('listitem').map((one) => one.textContent)
  expect(text[0]).toContain(
    'Table BE-ZONES (per 100 units) by Delivery zone and Chargeable weight (1 m³ = 333 kg, 1 LDM = 1850 kg)',
  )
  expect(text[0]).toContain('at least 45.00 EUR')
  expect(text[0]).toContain('when Pickup country is BE')
  expect(text[1]).toContain('DIESEL-BE (%) of Freight')
  expect(text[2]).toContain('12.00 EUR per started 15 min beyond 60 min (Minutes at the stop)')
})

test('a line is added with a form generated from the contract, and saved in the draft', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(screen.getByRole('button', { name: 'Add line' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('combobox', { name: 'Charge type' }))
  await page.user.click(await screen.findByRole('option', { name: 'Waiting time' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Price' }), '35.00')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedDoc(page).lines.at(-1)).toMatchObject({
    key: 'waiting_2',
    type: 'WAITING',
    scope: 'ORDER',
    block: { kind: 'FIXED', price: '35.00' },
  })
})

test('a line without a charge type or with a price that is not a number is not saved', async ({ page }) => {
  await open(page)
  await page.user.click(screen.getByRole('button', { name: 'Add line' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Price' }), 'much')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  expect(dialog.getByRole('textbox', { name: 'Price' }).getAttribute('aria-invalid')).toBe('true')
  expect(page.server.bodies(saveRateDraft)).toEqual([])
})

test('an edited line keeps its key, and shows the fields of its calculation', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(await screen.findByRole('button', { name: 'Edit Waiting time' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Free minutes' }), '90')
  await page.user.click(dialog.getByRole('button', { name: 'Add condition' }))
  await page.user.click(dialog.getByRole('button', { name: 'Remove condition' }))
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(savedDoc(page).lines[2]).toMatchObject({ key: 'waiting', block: { kind: 'TIME', free: '90', price: '12.00' } })
})

test('a condition is a fact, a comparison and a value', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(await screen.findByRole('button', { name: 'Edit Fuel surcharge' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Add condition' }))
  await page.user.type(dialog.getByRole('combobox', { name: 'Fact' }), 'loaded kilo')
  await page.user.click(await screen.findByRole('option', { name: /Loaded kilometres/ }))
  await page.user.click(dialog.getByRole('combobox', { name: 'Comparison' }))
  await page.user.click(await screen.findByRole('option', { name: 'is between' }))
  await page.fill(dialog.getByRole('textbox', { name: 'at least' }), '100')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(savedDoc(page).lines[1]?.when).toEqual([{ kind: 'BETWEEN', fact: 'trip.km_loaded', from: '100' }])
})

test('lines are moved and removed; a removed line can be restored', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(await screen.findByRole('button', { name: 'Move Fuel surcharge up' }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(savedDoc(page).lines.map(({ key }) => key)).toEqual(['fuel', 'freight', 'waiting'])
  await page.user.click(await screen.findByRole('button', { name: 'Remove Waiting time' }))
  expect(await screen.findByText('Line removed')).toBeDefined()
  expect(savedDoc(page).lines).toHaveLength(2)
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(savedDoc(page).lines).toHaveLength(3))
})

test('the test bench prices a sample at once, and explains what failed with the nearest change', async ({ page }) => {
  await open(page)
  const bench = within(screen.getByRole('region', { name: 'Test bench' }))
  expect((await bench.findByRole('status', { name: 'Price' })).textContent).toContain('186.00')
  expect(bench.getByText('Add a value of DIESEL-BE that is valid on 23 Nov 2026.')).toBeDefined()
  const tree = within(bench.getByRole('list', { name: 'How the price is calculated' }))
  expect(tree.getAllByText('Failed').length).toBeGreaterThan(0)
  const [first] = page.server.bodies(tryRates)
  expect(first).toMatchObject({ side: 'SALES', rate_record_id: card.rate_record_id })
})

test('facts are typed, and the price is calculated again', async ({ page }) => {
  await open(page)
  const bench = within(screen.getByRole('region', { name: 'Test bench' }))
  await bench.findByRole('status', { name: 'Price' })
  await page.fill(bench.getByRole('textbox', { name: 'Weight (kg)' }), '800')
  await waitFor(() => {
    const last = page.server.bodies(tryRates).at(-1)
    expect(last?.facts.consignments?.[0]?.values['goods.weight_kg']).toBe('800')
  })
  await page.user.click(bench.getByRole('button', { name: 'Published cards' }))
  await waitFor(() => expect(page.server.bodies(tryRates).at(-1)).not.toHaveProperty('rate_record_id'))
})

test('facts that the card does not use, stops and costs can be added and removed', async ({ page }) => {
  await open(page)
  const bench = within(screen.getByRole('region', { name: 'Test bench' }))
  await page.user.click(bench.getByRole('button', { name: 'Add stop' }))
  expect(bench.getByRole('region', { name: 'Stop 3' })).toBeDefined()
  await page.user.click(bench.getByRole('button', { name: 'Remove Stop 3' }))
  expect(bench.queryByRole('region', { name: 'Stop 3' })).toBeNull()
  await page.user.click(bench.getByRole('button', { name: 'Add cost' }))
  await page.fill(bench.getByRole('textbox', { name: 'Charge type' }), 'TOLL')
  await page.fill(bench.getByRole('textbox', { name: 'Amount' }), '41.30')
  await waitFor(() => {
    expect(page.server.bodies(tryRates).at(-1)?.facts.costs).toEqual([
      { type: 'TOLL', amount: '41.30', currency: 'EUR' },
    ])
  })
  await page.user.type(bench.getByRole('combobox', { name: 'Add fact to Order' }), 'dangerous')
  await page.user.click(await screen.findByRole('option', { name: /Dangerous goods/ }))
  expect(await bench.findByRole('combobox', { name: 'Dangerous goods (ADR)' })).toBeDefined()
})

test('customers and validity of the card are edited together', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(await screen.findByRole('button', { name: 'Edit terms' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByLabelText('Valid from'), '2027-01-01')
  await page.user.click(dialog.getByRole('combobox', { name: 'Used for' }))
  await page.user.click(await screen.findByRole('option', { name: 'All companies' }))
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(page.server.bodies(saveRateDraft)[0]).toMatchObject({
    valid_from: '2027-01-01',
    doc: { assignments: [{ to: 'ALL', priority: 100 }] },
  })
})

test('errors are at their line, and prevent publishing the draft', async ({ page }) => {
  const message = 'stop.minutes_at_stop is a fact of a stop: set the scope of the line to STOP.'
  const faults = [{ field: 'lines.0.when.0.fact', message }]
  const wrongScope = 'Minutes at the stop is a fact of a stop: set the scope of the line to STOP.'
  const lines = within(await open(page, { draft: { ...cardDraft, faults }, has_draft: true }))
  expect(await lines.findByText(wrongScope)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(wrongScope)).toBeDefined()
  const publish = dialog.getByRole('button', { name: 'Publish' })
  expect(publish).toHaveProperty('disabled', true)
})

test('publishing requires a confirmation, which shows the version it ends and the cost of the last weeks', async ({
  page,
}) => {
  const draft = { ...cardDraft, valid_from: '2027-01-01' }
  await open(page, { draft, has_draft: true, versions: [versionFrom('2026-01-01')] })
  page.server.on(publishRateDraft, recordWith({ versions: [versionFrom('2026-01-01')] }))
  const priced = (total: string) => ({ result: 'COMPLETE' as const, total, currency: 'EUR', card: 'A', message: '' })
  const order = { id: id(10), name: 'ORD-10', company_name: 'Brouwerij De Linde', day: '2026-11-02' }
  const item = { ...order, before: priced('100.00'), after: priced('101.00'), difference: '1.00' }
  page.server.on(replayRateCard, { items: [item], next: null, total: 1 })
  await page.user.click(await screen.findByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('1 price compared.')).toBeDefined()
  expect(dialog.getByText('€101.00')).toBeDefined()
  expect(dialog.getByText('The version from 1 Jan 2026 then ends on 31 Dec 2026.')).toBeDefined()
  await page.user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Groupage published')).toBeDefined()
})

test('a card can be published before its replay is shown', async ({ page }) => {
  await open(page, { draft: cardDraft, has_draft: true })
  page.server.on(publishRateDraft, recordWith({ versions: [versionFrom('2026-01-01')] }))
  page.server.hold(replayRateCard, { items: [], next: null, total: 0 })
  await page.user.click(await screen.findByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Groupage published')).toBeDefined()
})

test('changes of the draft to the published version are shown line by line', async ({ page }) => {
  const lines = cardDoc.lines.map((line) => (line.key === 'freight' ? { ...line, min: '50.00' } : line)).slice(0, 2)
  const draft = { ...cardDraft, valid_from: '2027-01-01', doc: { ...cardDoc, lines } }
  serveRates(page, { draft, has_draft: true, versions: [versionFrom('2026-01-01')] })
  page.server.on(getRateVersion, published)
  await page.open(rateCardRoute, `${path}?tab=changes`)
  const changes = within(await screen.findByRole('list', { name: 'Changes' }))
  expect(changes.getByText('Removed').closest('li')?.textContent).toContain('waiting')
  expect(changes.getByText('Changed').closest('li')?.textContent).toContain('at least 50.00 EUR')
})

test('days without a version are a warning', async ({ page }) => {
  const versions = [versionFrom('2026-05-01'), versionFrom('2026-01-01', '2026-03-31')]
  await open(page, { versions })
  expect(
    await screen.findByText('No version is valid from 1 Apr 2026 to 30 Apr 2026. Orders of these days get no price.'),
  ).toBeDefined()
})

test('a published card is read only; a new version starts a draft of it', async ({ page }) => {
  await open(page, { versions: [versionFrom('2026-01-01')] })
  keepDrafts(page)
  expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'New version' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByLabelText('Valid from'), '2027-01-01')
  await page.user.click(dialog.getByRole('button', { name: /Create draft/ }))
  expect(await screen.findByRole('button', { name: 'Add line' })).toBeDefined()
  expect(savedDoc(page).lines).toHaveLength(3)
})

test('a version is retired after a confirmation', async ({ page }) => {
  serveRates(page, { versions: [versionFrom('2026-01-01')] })
  page.server.on(getRateVersion, published)
  page.server.on(retireRateVersion, recordWith({ versions: [versionFrom('2026-01-01', null, 'RETIRED')] }))
  await page.open(rateCardRoute, `${path}?tab=versions`)
  await page.user.click(await screen.findByRole('button', { name: 'Retire…' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retire' }))
  expect(await screen.findByText('Version retired')).toBeDefined()
})

test('the card can be edited as text, and invalid text is refused', async ({ page }) => {
  await open(page)
  keepDrafts(page)
  await page.user.click(await screen.findByRole('button', { name: 'More' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit as text…' }))
  const field = await screen.findByRole('textbox', { name: 'Card as JSON' })
  await page.fill(field, '{ "lines": [{}] }')
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Save/ }))
  expect(await screen.findByText(/^lines\.0/)).toBeDefined()
  await page.fill(field, JSON.stringify({ lines: [] }))
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(savedDoc(page).lines).toEqual([]))
})

test('a draft is discarded after a confirmation', async ({ page }) => {
  await open(page, { draft: cardDraft, has_draft: true })
  page.server.on(discardRateDraft, recordWith({ draft: null }))
  await page.user.click(await screen.findByRole('button', { name: 'More' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Discard draft…' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard draft' }))
  expect(await screen.findByText('No lines yet')).toBeDefined()
})

test('without permission a draft is read only', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['rate.write'] })
  await open(page)
  expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull()
})

test('a card that does not exist shows a message', async ({ page }) => {
  serveRates(page)
  page.server.reject(getRateRecord, { status: 404, code: 'not_found' })
  await page.open(rateCardRoute, path)
  expect(await screen.findByText('Not found')).toBeDefined()
})

test('the facts of a real order are copied into the test bench', async ({ page }) => {
  await open(page)
  const found = {
    kind: 'order' as const,
    id: id(70),
    title: 'ORD-70',
    text: 'Brouwerij De Linde',
    status: null,
    route: null,
    day: null,
    driver: null,
  }
  page.server.on(search, { items: [found] })
  const facts: Facts = {
    ...{ subject: 'ORDER', id: id(70), company: 'LINDE', company_group: null, transport_service: null },
    ...{ created_on: '2026-11-20', values: { 'order.pickup_on': '2026-11-21' } },
    ...{ consignments: [], stops: [], trips: [], costs: [], sources: {} },
  }
  const explained = { phase: 'ACTUAL', rated_at: '2026-11-22T08:00:00Z', message: '', is_shipment: false } as const
  page.server.on(explainOrder, { ...explained, explanation: rating, facts })
  const field = await screen.findByRole('combobox', { name: 'Order to try' })
  await page.user.type(field, 'ORD-70')
  await page.user.click(await screen.findByRole('option', { name: /ORD-70/ }))
  await waitFor(() => expect(page.server.bodies(tryRates).at(-1)).toMatchObject({ facts: { company: 'LINDE' } }))
})
