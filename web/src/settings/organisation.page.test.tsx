import { getSimulation } from '@cartage/contract/app/simulation'
import { listRoles } from '@cartage/contract/auth/app/roles'
import { getSession } from '@cartage/contract/auth/app/session'
import {
  getTenantSettings,
  putTenantSettings,
  TenantConfiguration as schema,
  type TenantConfiguration,
} from '@cartage/contract/tenants/app/configuration'
import {
  changeOrganisation,
  getOrganisation,
  putOrganisationLogo,
  removeOrganisationLogo,
} from '@cartage/contract/tenants/app/organisation'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { settingsPages } from './routes.ts'

const [homeRoute, organisationRoute] = settingsPages

const parameters = {
  document_type: 'type',
  document_name: 'file',
  customer_reference_number: 'ref',
  name: 'no',
  id: 'id',
}
const given = sampleOf(schema, {
  settings: {
    time_zone: 'Europe/Brussels',
    locale: 'nl-BE',
    currency: 'EUR',
    dispatch_answer_minutes: 120,
    positions: { geofence_radius_m: 1_500, geofence_dwell_minutes: 2, max_speed_kmh: 200 },
    messages: { document_import: { parameters } },
    temperature: { tolerance_degrees: 2, minutes: 30 },
  },
})
const saved = (members: Partial<TenantConfiguration['settings']>) => ({
  ...given,
  settings: { ...given.settings, ...members },
})

const organisation = { name: 'Vermeulen', colour: null, logo: null }
const entity = sampleOf(Setting, {
  setting_id: id(1),
  values: {
    legal_name: 'Vermeulen BV',
    vat_number: 'BE0123456749',
    address: { street: 'Kaai 1', postal_code: '9000', city: 'Gent' },
  },
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const button = (name: string) => screen.getByRole('button', { name })

/** Mocks what the page loads, without the simulation. */
function answerReads(page: Page) {
  page.server.on(getTenantSettings, given)
  page.server.on(getOrganisation, organisation)
  page.server.on(listSettings, { items: [entity] })
  page.server.on(getSimulation, { is_offered: false, simulation: null })
}

async function open(page: Page) {
  answerReads(page)
  await page.open(organisationRoute, '/settings/organisation')
  await screen.findByLabelText('Currency')
}

const retype = async (page: Page, name: string, text: string) => await page.fill(field(name), text)
/** Chooses the matching entry of a long list. */
const choose = async (page: Page, name: string, text: string) => {
  await page.user.clear(field(name))
  await page.user.type(field(name), `${text}{Enter}`)
  await waitFor(() => expect(field(name).value).toContain(text))
}

test('the settings begin with those of the organisation', async ({ page }) => {
  answerReads(page)
  await page.open(homeRoute, '/settings')
  expect(page.address).toBe('/settings/organisation')
})

describe('the settings of the organisation', () => {
  test('are saved all at once, and Undo restores the former ones', async ({ page }) => {
    await open(page)
    expect(button('Save')).toHaveProperty('disabled', true)
    page.server.on(putTenantSettings, ({ body }) => saved(body ?? {}))
    await choose(page, 'Currency', 'GBP')
    await page.user.click(screen.getByRole('checkbox', { name: 'Send all positions' }))
    await page.user.click(button('Save'))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    const positions = { ...given.settings.positions, send_events: true }
    expect(page.server.bodies(putTenantSettings)).toEqual([{ ...given.settings, currency: 'GBP', positions }])
    await page.user.click(button('Undo'))
    expect(await screen.findByText('Undone')).toBeDefined()
    expect(page.server.bodies(putTenantSettings)[1]).toEqual(given.settings)
    expect(field('Currency').value).toBe('EUR · Euro')
  })

  test('show why Undo failed', async ({ page }) => {
    await open(page)
    page.server.on(putTenantSettings, ({ body }) => saved(body ?? {}))
    await choose(page, 'Currency', 'GBP')
    await page.user.click(button('Save'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    page.server.disconnect(putTenantSettings)
    await page.user.click(undo)
    expect(await screen.findAllByText('Cannot reach the server')).not.toHaveLength(0)
    expect(field('Currency').value).toMatch(/^GBP/)
  })

  test('are sent once, however often Save is pressed', async ({ page }) => {
    await open(page)
    const respond = page.server.hold(putTenantSettings, saved({ currency: 'GBP' }))
    await choose(page, 'Currency', 'GBP')
    await page.user.dblClick(button('Save'))
    respond()
    await screen.findByText('Settings saved')
    expect(page.server.bodies(putTenantSettings)).toHaveLength(1)
  })

  test('keep typed values when they are loaded again', async ({ page }) => {
    await open(page)
    await choose(page, 'Currency', 'GBP')
    const before = page.queries.getQueryState(['settings', 'tenant'])?.dataUpdatedAt
    await waitFor(async () => {
      await page.queries.refetchQueries({ queryKey: ['settings', 'tenant'] })
      expect(page.queries.getQueryState(['settings', 'tenant'])?.dataUpdatedAt).not.toBe(before)
    })
    expect(field('Currency').value).toMatch(/^GBP/)
  })

  test('return to the saved values with Discard', async ({ page }) => {
    await open(page)
    await choose(page, 'Language', 'French (Belgium)')
    await page.user.click(button('Discard'))
    expect(field('Language').value).toBe('Dutch (Belgium)')
    expect(button('Save')).toHaveProperty('disabled', true)
  })

  test('have a time zone that is found by the name of a town', async ({ page }) => {
    await open(page)
    await choose(page, 'Time zone', 'Lisbon')
    expect(field('Time zone').value).toBe('Europe/Lisbon')
  })

  test('show errors in the language of the person', async ({ page }) => {
    await page.speak('nl')
    answerReads(page)
    await page.open(organisationRoute, '/settings/organisation')
    const stay = await screen.findByLabelText<HTMLInputElement>(/Minim.*min/, { selector: 'input' })
    await page.fill(stay, '61')
    await page.user.click(button('Opslaan'))
    expect(faultOf(stay)).toBe('Hoogstens 60.')
  })

  test('are checked before they are sent, each error at its field', async ({ page }) => {
    await open(page)
    await retype(page, 'Location radius (m)', '')
    await retype(page, 'Minimum stay (min)', '61')
    await page.user.click(button('Save'))
    expect(faultOf(field('Location radius (m)'))).toBe('Enter a number.')
    expect(faultOf(field('Minimum stay (min)'))).toBe('At most 60.')
    expect(faultOf(field('Currency'))).toBeUndefined()
    expect(page.server.bodies(putTenantSettings)).toEqual([])
  })

  test('show the rejection of the server at its field', async ({ page }) => {
    await open(page)
    page.server.reject(putTenantSettings, {
      status: 422,
      code: 'validation_failed',
      errors: [faultAt('positions.geofence_radius_m', 'Too wide.')],
    })
    await retype(page, 'Location radius (m)', '900')
    await page.user.click(button('Save'))
    await waitFor(() => expect(faultOf(field('Location radius (m)'))).toBe('Too wide.'))
    expect(field('Location radius (m)').value).toBe('900')
  })

  test('ask which number is intended if it is ambiguous', async ({ page }) => {
    await open(page)
    await retype(page, 'Location radius (m)', '1.200')
    await page.user.tab()
    expect(faultOf(field('Location radius (m)'))).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: '1200' }))
    page.server.on(putTenantSettings, given)
    await page.user.click(button('Save'))
    await waitFor(() =>
      expect(page.server.bodies(putTenantSettings)).toMatchObject([{ positions: { geofence_radius_m: 1_200 } }]),
    )
  })

  test('can have a routing engine, whose fields are there while it is active', async ({ page }) => {
    await open(page)
    const engine = () => screen.getByRole('region', { name: 'Routing engine' })
    expect(screen.queryByLabelText('Address')).toBeNull()
    await page.user.click(screen.getAllByRole('checkbox', { name: 'Active' })[0]!)
    expect(engine().textContent).toContain('Type')
    await page.fill(field('Address'), 'https://roads.example/')
    page.server.on(putTenantSettings, given)
    await page.user.click(button('Save'))
    await waitFor(() =>
      expect(page.server.bodies(putTenantSettings)).toMatchObject([
        { positions: { road_engine: { kind: 'OSRM', url: 'https://roads.example/' } } },
      ]),
    )
  })

  test('are read-only for a person who may not change them', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    await open(page)
    expect(field('Currency').disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await screen.findByText('Companies that invoice')
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull()
  })

  test('are not requested for a role that may not read them', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    page.server.on(listRoles, { items: [{ role: 'PLANNER', permissions: ['setting.read'] }] })
    page.server.on(getSimulation, { is_offered: false, simulation: null })
    await page.open(organisationRoute, '/settings/organisation')
    expect(await screen.findByText(/Required: Planner/)).toBeDefined()
    expect(page.server.requests(getTenantSettings)).toEqual([])
  })

  test('that could not be loaded show the reason, and are loaded again', async ({ page }) => {
    answerReads(page)
    page.server.reject(getTenantSettings, { status: 503, code: 'busy' })
    await page.open(organisationRoute, '/settings/organisation')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(getTenantSettings, given)
    await page.user.click(again)
    expect((await screen.findByLabelText<HTMLInputElement>('Currency')).value).toBe('EUR · Euro')
  })
})

describe('name, colour and logo', () => {
  const logo = { logo_id: id(5), media_type: 'image/png', width: 300, height: 120, size_bytes: 900 }

  test('the name is changed, and the invoicing companies show where their data are entered', async ({ page }) => {
    await open(page)
    // The sidebar shows the name as well.
    page.server.on(getSession, sessionOf({ role: 'SUPER_ADMIN' }))
    page.server.on(changeOrganisation, ({ body }) => ({ ...organisation, ...body }))
    await page.fill(await screen.findByLabelText('Name of the organisation'), 'Vermeulen Logistics')
    await page.user.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
    await screen.findByText('Settings saved')
    expect(page.server.bodies(changeOrganisation)).toEqual([{ name: 'Vermeulen Logistics', colour: null }])
    expect(screen.getByText('BE0123456749 · Kaai 1, 9000 Gent')).toBeDefined()
    const edit = screen.getByRole('link', { name: 'Edit address, VAT number and bank account' })
    expect(edit.getAttribute('href')).toBe('/settings/reference?kind=billing_entities')
  })

  test('a logo is uploaded, shown and removed; a refusal shows the reason', async ({ page }) => {
    await open(page)
    page.server.on(getSession, sessionOf({ role: 'SUPER_ADMIN' }))
    const input = await screen.findByLabelText<HTMLInputElement>('File of the logo')
    const file = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' })
    page.server.reject(putOrganisationLogo, {
      status: 422,
      code: 'validation_failed',
      errors: [faultAt('content', 'must be a PNG or JPEG file')],
    })
    await page.user.upload(input, file)
    expect((await screen.findByRole('alert')).textContent).toContain('Must be a PNG or JPEG file')
    page.server.on(putOrganisationLogo, { ...organisation, logo })
    await page.user.upload(input, file)
    const shown = await screen.findByAltText('Logo of Vermeulen')
    expect(shown.getAttribute('src')).toBe(`/app/organisation/logo/${id(5)}`)
    expect(page.server.bodies(putOrganisationLogo).at(-1)).toEqual({ content: 'AQID' })
    page.server.on(removeOrganisationLogo, organisation)
    await page.user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('No logo yet')).toBeDefined()
  })
})
