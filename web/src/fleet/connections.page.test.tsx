import {
  addTelematicsConnection,
  changeTelematicsConnection,
  listTelematicsConnections,
  rotateTelematicsToken,
  setDriverPositions,
  setTelematicsVehicle,
  TelematicsConnection,
} from '@cartage/contract/positions/app/connections'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { connectionsRoute } from './routes.ts'

const source = (members: object = {}) => ({
  ...sampleOf(TelematicsConnection.shape.sources.element),
  ...{ source_key: 'VIN-1', plate: '2-XYZ-9', resource_id: null, resource_name: null, ...members },
})
const connection = (members: Members<TelematicsConnection> = {}) =>
  sampleOf(TelematicsConnection, { connection_key: id(1), kind: 'RFMS', name: 'Trucks', failure: null, ...members })

const noDrivers = {
  is_allowed: false,
  drivers: [] as { resource_id: string; name: string; agreed_at: string; recorded_at: null }[],
}

async function open(page: Page, items = [connection({ sources: [source()] })], driver_page = noDrivers) {
  const forward_url = 'https://cartage.example/app/telematics/traccar'
  page.server.on(listTelematicsConnections, { items, driver_page, forward_url })
  await page.open(connectionsRoute, '/settings/connections')
}

describe('telematics connections', () => {
  test('TELE-6: show the last data of each device, unmatched devices, and the reason of a failure with advice', async ({
    page,
  }) => {
    const found = source({ source_key: 'VIN-2', resource_id: id(2), resource_name: 'T2' })
    const failure = 'The service refuses the credentials (401). Enter them again.'
    await open(page, [connection({ failure, is_to_change: true, sources: [source(), found] })])
    expect(await screen.findByText(failure, { exact: false })).toBeDefined()
    await page.user.click(screen.getAllByRole('button', { name: 'Change' })[0]!)
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/VIN-1.*2-XYZ-9.*Matches no vehicle.*This is vehicle/)
    expect(texts[2]).toMatch(/VIN-2.*T2.*Change/)
  })

  test('TELE-5: a person chooses the vehicle of a device', async ({ page }) => {
    await open(page)
    page.server.on(listResourceRecords, { items: [], total: 0 } as never)
    page.server.on(setTelematicsVehicle, undefined)
    await page.user.click(await screen.findByRole('button', { name: 'This is vehicle…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which vehicle is VIN-1?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    const body = { connection_key: id(1), source_key: 'VIN-1', resource_id: null }
    await waitFor(() => expect(page.server.bodies(setTelematicsVehicle)).toEqual([body]))
  })

  test('two connections may have the same name: the landmarks of the page stay distinct', async ({ page }) => {
    await open(page, [connection(), connection({ connection_key: id(2) })])
    expect(await screen.findAllByRole('article', { name: 'Trucks' })).toHaveLength(2)
    expect(screen.queryAllByRole('region', { name: 'Trucks' })).toEqual([])
  })

  test('a connection is paused, and a new token of it is shown once', async ({ page }) => {
    const facts = {
      base_url: 'https://rfms.example/',
      sign_in: 'BASIC' as const,
      user_name: 'cartage',
      token_url: null,
    }
    const one = connection({ ...facts, interval_seconds: 90, is_paused: false, has_token: true, sources: [] })
    await open(page, [one])
    page.server.on(changeTelematicsConnection, undefined)
    page.server.on(rotateTelematicsToken, { connection_id: id(1), token: 'ctt_new' })
    await page.user.click(await screen.findByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Trucks' }))
    await page.user.click(dialog.getByRole('checkbox', { name: 'Paused: it is not polled' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    const body = { name: 'Trucks', ...facts, interval_seconds: 90, is_paused: true }
    await waitFor(() => expect(page.server.bodies(changeTelematicsConnection)).toEqual([body]))
    await page.user.click(await screen.findByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'New token' }))
    expect(await screen.findByText(/Bearer ctt_new/)).toBeDefined()
  })

  test('LINK-10: an organisation allows drivers to share positions, and sees who does', async ({ page }) => {
    const driver = { resource_id: id(7), name: 'Ann Driver', agreed_at: '2026-03-02T08:00:00Z', recorded_at: null }
    await open(page, [], { is_allowed: true, drivers: [driver] })
    page.server.on(setDriverPositions, undefined)
    expect(await screen.findByText('Ann Driver')).toBeDefined()
    await page.user.click(screen.getByRole('checkbox', { name: /Drivers may share the position/ }))
    await waitFor(() => expect(page.server.bodies(setDriverPositions)).toEqual([{ is_allowed: false }]))
  })

  test('the token of Traccar is shown once, as lines of its configuration', async ({ page }) => {
    await open(page, [])
    page.server.on(addTelematicsConnection, { connection_id: id(3), token: 'ctt_token' })
    await page.user.click(await screen.findByRole('button', { name: 'Add connection' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add connection' }))
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Boxes')
    await page.user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText(/forward\.header=Authorization: Bearer ctt_token/)).toBeDefined()
  })
})
