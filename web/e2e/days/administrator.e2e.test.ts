import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { admin, baseUrl, openPage } from '../browser.ts'
import { send } from '../calls.ts'
import { choosePassword, goodPassword } from '../people.ts'
import type { Database } from './database.ts'
import { playDay } from './play.ts'

/** An active client, and a customer whose VAT number was changed. */
async function prepare(page: Page) {
  const key = `ADM${Date.now()}`
  const client = { name: `Webshop ${key}`, roles: ['API_ORDER'] }
  type Shown = { client_id: string; client_secret: string }
  const { client_id, client_secret } = await send<Shown>(page, 'POST', '/app/api-clients', client)
  const company = { name: `Bakkerij ${key}`, currency: 'EUR', is_customer: true }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/companies', company)
  await send(page, 'PATCH', `/app/companies/${id}`, { vat_number: 'BE0123456749' })
  const email = `${key.toLowerCase()}@haulier.example`
  return { key, email, companyId: id, client: { id: client_id, secret: client_secret, name: client.name } }
}

playDay('Administrator', { prepare, expected: /status of 40[13]/ }, (aim) => {
  let colleague: Page

  aim(
    'Invites a colleague for the order desk, who comes in',
    { steps: 15 },
    async ({ page, hand, database, world }) => {
      await page.goto(`${baseUrl}/`)
      await hand.typeInto('Types the e-mail address', page.getByLabel('E-mail'), admin.email)
      await hand.typeInto('Types the password', page.getByLabel('Password', { exact: true }), admin.password)
      await hand.press('Signs in', 'Enter')
      await hand.click('Opens the settings', page.getByRole('navigation').getByRole('link', { name: 'Settings' }))
      await hand.click('The users', page.getByRole('link', { name: 'Users and roles' }))
      await hand.click('A new one', page.getByRole('button', { name: 'Invite', exact: true }))
      const dialog = page.getByRole('dialog')
      await hand.typeInto('Types the address', dialog.getByLabel('E-mail'), world.email)
      await hand.typeInto('Types the name', dialog.getByLabel('Name'), world.key)
      await hand.click('Opens the roles', dialog.getByLabel('Role'))
      await hand.click('Order entry', page.getByRole('option', { name: 'Order entry' }))
      await hand.click('Invites', dialog.getByRole('button', { name: 'Invite' }))
      const link = (await page.locator('[data-link]').textContent())!
      await page.keyboard.press('Escape')
      colleague = (await openPage(page.context().browser()!)).page
      await choosePassword(colleague, link, goodPassword)
      await colleague.goto(`${baseUrl}/login`)
      await colleague.getByLabel('E-mail').fill(world.email)
      await colleague.getByLabel('Password').fill(goodPassword)
      await colleague.keyboard.press('Enter')
      await hand.sees('The colleague is in', colleague.getByRole('heading', { name: 'Today', exact: true }))
      await hand.ends('The colleague has the role', () => userOf(database, world.email), {
        ...{ role: 'ORDER_ENTRY', is_invited: false, is_disabled: false },
      })
    },
  )

  aim('Makes a planner of the colleague', { steps: 5 }, async ({ page, hand, database, world }) => {
    const row = page.getByRole('row').filter({ hasText: world.email })
    await hand.click('Opens what can be done', row.getByRole('button', { name: /^More for/ }))
    await hand.click('Edits the role', page.getByRole('menuitem', { name: 'Edit name and role…' }))
    const dialog = page.getByRole('dialog')
    await hand.click('Opens the roles', dialog.getByLabel('Role'))
    await hand.click('Planner', page.getByRole('option', { name: 'Planner' }))
    await hand.click('Saves', dialog.getByRole('button', { name: 'Save' }))
    await hand.ends('The role is another', async () => (await userOf(database, world.email)).role, 'PLANNER')
    await colleague.reload()
    await hand.sees('What a planner sees', colleague.getByRole('link', { name: 'Suggested trips' }))
  })

  aim(
    'Blocks the colleague, and lets the colleague in again',
    { steps: 5 },
    async ({ page, hand, database, world }) => {
      const row = page.getByRole('row').filter({ hasText: world.email })
      const isBlocked = async () => (await userOf(database, world.email)).is_disabled
      await hand.click('Opens what can be done', row.getByRole('button', { name: /^More for/ }))
      await hand.click('Deactivates', page.getByRole('menuitem', { name: 'Deactivate…' }))
      await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }))
      await hand.ends('The colleague is blocked', isBlocked, true)
      await colleague.reload()
      await hand.sees('The colleague is out', colleague.getByRole('heading', { name: 'Sign in' }))
      await hand.click('Opens what can be done', row.getByRole('button', { name: /^More for/ }))
      await hand.click('Lets in again', page.getByRole('menuitem', { name: 'Reactivate' }))
      await hand.ends('The colleague may come in', isBlocked, false)
    },
  )

  aim('Changes a setting, reads what was, and takes it back', { steps: 6 }, async ({ page, hand, database }) => {
    const minutes = async () =>
      (await database.rows<{ minutes: number | null }>(selectMinutes, admin.email))[0]?.minutes
    const before = await minutes()
    await hand.click('Opens the settings', page.getByRole('link', { name: 'General' }))
    const field = page.getByLabel('Time for carriers to answer a dispatch (min)')
    await hand.click('Goes to the field', field)
    await hand.press('Selects it', 'Control+a')
    await hand.type('Types another time', '95')
    await hand.press('Saves', 'Enter')
    await hand.ends('It is another time', minutes, 95)
    await hand.click('Takes it back', page.getByRole('button', { name: 'Undo' }))
    await hand.ends('It is the time that was', minutes, before)
  })

  aim('Reads who changed the VAT number of a customer', { steps: 3 }, async ({ page, hand, database, world }) => {
    await hand.click('Opens the trail', page.getByRole('link', { name: 'Audit trail' }))
    await hand.typeInto('Types the customer', page.getByRole('searchbox'), world.key.toLowerCase())
    const entry = page.getByRole('article').filter({ hasText: 'BE0123456749' })
    await hand.sees('What it was and is', entry)
    const [{ name } = { name: '' }] = await database.rows<{ name: string }>(selectChangers, world.companyId)
    await hand.sees('Who it was', entry.getByRole('button', { name }))
  })

  aim('Takes these entries as a file', { steps: 1 }, async ({ page, hand, database, world }) => {
    const file = page.waitForEvent('download')
    await hand.click('Exports them', page.getByRole('button', { name: 'Export results (CSV)' }))
    const rows = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)
    const read = async () => (await database.rows(selectEntries, `%${world.key.toLowerCase()}%`)).length
    await hand.ends('Each of them is in it', read, rows.length)
    expect(rows.length).toBeGreaterThan(3)
  })

  aim('Gives a client a new secret, and the old one works on for a while', { steps: 6 }, async (scene) => {
    const { page, hand, database, world } = scene
    await hand.click('Opens the clients', page.getByRole('link', { name: 'API clients' }).last())
    await hand.click('Opens what can be done', page.getByRole('button', { name: `More for ${world.client.name}` }))
    await hand.click('A new secret', page.getByRole('menuitem', { name: 'New secret…' }))
    await hand.click('Creates it', page.getByRole('dialog').getByRole('button', { name: 'Create secret' }))
    const secret = (await page.locator('[data-secret="Secret"]').textContent())!
    await hand.click('Has saved it', page.getByText('I have saved it'))
    await hand.click('Closes it', page.getByRole('button', { name: 'Done' }))
    for (const one of [secret, world.client.secret]) {
      const authorization = `Basic ${Buffer.from(`${world.client.id}:${one}`).toString('base64')}`
      expect((await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', headers: { authorization } })).status).toBe(200)
    }
    await hand.ends('One of two ends', () => database.rows(selectSecrets, world.client.id), [
      { ends: false },
      { ends: true },
    ])
  })

  aim('Adds a transport service, which an order can have at once', { steps: 7 }, async (scene) => {
    const { page, hand, database, world } = scene
    await hand.click('Opens the lists', page.getByRole('link', { name: 'Reference data' }))
    await hand.click('A new one', page.getByRole('button', { name: 'Add', exact: true }))
    const dialog = page.getByRole('dialog')
    await hand.typeInto('Types its code', dialog.getByLabel('Code'), world.key)
    await hand.typeInto('Types its name', dialog.getByLabel('Name', { exact: true }), `Night ${world.key}`)
    await hand.press('Adds it', 'Enter')
    await hand.sees('It is in the list', page.getByRole('row').filter({ hasText: `Night ${world.key}` }))
    const added = 'select name from transport_service where code = $1'
    await hand.ends('It is kept', () => database.rows(added, world.key), [{ name: `Night ${world.key}` }])
  })

  aim('Exports the configuration as a file', { steps: 2 }, async ({ page, hand, world }) => {
    await hand.click('Opens it', page.getByRole('link', { name: 'Configuration file' }))
    const file = page.waitForEvent('download')
    await hand.click('Exports it', page.getByRole('button', { name: 'Export' }))
    expect(readFileSync(await (await file).path(), 'utf8')).toContain(`Night ${world.key}`)
  })
})

const selectMinutes = `select s.dispatch_answer_minutes as minutes from tenant_setting s
  join app_user u using (tenant_id) where u.email = $1`
const selectChangers = `select u.name from audit_record r join app_user u on u.user_id::text = r.actor_id
  where r.entity_id = $1 and r.changes::text like '%BE0123456749%'`
const selectEntries = `select r.sequence from audit_record r
  where r.entity_id in (select user_id::text from app_user where lower(name) like $1
                        union select client_id from api_client where lower(name) like $1
                        union select company_id::text from company where lower(name) like $1)`
const selectSecrets = `select expires_at is not null as ends from api_client_secret where client_id = $1 order by 1`

async function userOf(database: Database, email: string) {
  const text = 'select role, is_invited, is_disabled from app_user where email = $1'
  return (await database.rows<{ role: string; is_invited: boolean; is_disabled: boolean }>(text, email))[0]!
}
