import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { admin, baseUrl } from '../browser.ts'
import { send as post } from '../calls.ts'
import type { Database } from './database.ts'
import type { Hand } from './hand.ts'
import { playDay } from './play.ts'
import { blocksOf, isFromCartage, startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

let receiver: WebhookReceiver | undefined
afterAll(() => receiver?.close())

/** Commands of the guide for the first order, for this server: token, upload, result, the order and its documents. */
const lines = blocksOf('first-order.md', 'sh').map((block) => block.replaceAll('https://tms.example', baseUrl))
const [token, upload, result, follow] = lines as [string, string, string, string]

/** A known customer, and the webhook receiver. */
async function prepare(page: Page) {
  receiver = await startReceiver()
  const key = `INT${Date.now()}`
  await post(page, 'POST', '/app/companies', { name: key, currency: 'EUR', is_customer: true })
  return { key, orders: [`${key}-1`, `${key}-2`], client: { id: '', secret: '' }, token: '', hook: '' }
}

/** Order body with order-specific members. */
const order = (identifier: string, members: object) => ({
  ...{ operation: 'CREATE', order_identifier: identifier, customer: { name: identifier.split('-')[0] } },
  consignments: [
    {
      pickup_stop: { date: '2026-12-01', location: { name: 'Quay 12', city: 'Rotterdam', country: 'NL' } },
      delivery_stop: { date: '2026-12-02', location: { name: 'Warehouse 3', city: 'Genk', country: 'BE' } },
    },
  ],
  ...members,
})

/** Uploads an order with the guide's commands and waits for the result; two steps. */
async function send(hand: Hand, what: string, TOKEN: string, body: object): Promise<Record<string, unknown>> {
  const own = upload.replace(/-d '[\s\S]*?\}'/, `-d '${JSON.stringify(body)}'`)
  const UPLOAD = await hand.shell(what, own, { TOKEN })
  if (!UPLOAD.includes('upload_id')) return JSON.parse(UPLOAD)
  const asked = `${result}\n`
  const settled = `while :; do R=$(${asked.split('\n')[1]}); case "$R" in *IN_PROGRESS*) sleep 0.1;; *) echo "$R"; break;; esac; done`
  return JSON.parse(await hand.shell('Asks how it went', `${asked.split('\n')[0]}\n${settled}`, { TOKEN, UPLOAD }))
}

playDay('Integrator', { prepare }, (aim) => {
  aim('Creates an API client, and gets a token with what is shown once', { steps: 16 }, async (scene) => {
    const { page, hand, database, world } = scene
    await page.goto(`${baseUrl}/`)
    await hand.typeInto('Types the e-mail address', page.getByLabel('E-mail'), admin.email)
    await hand.typeInto('Types the password', page.getByLabel('Password', { exact: true }), admin.password)
    await hand.press('Signs in', 'Enter')
    await hand.click('What programs need', page.getByRole('navigation').getByRole('link', { name: 'Developers' }))
    await hand.click('Opens the clients', page.getByRole('link', { name: 'API clients' }).first())
    await hand.click('A new one', page.getByRole('button', { name: 'New API client' }))
    await hand.typeInto('Names it', page.getByRole('dialog').getByLabel('Name'), world.key)
    await hand.press('Creates it', 'Enter')
    world.client.id = await copied(page, hand, 'ID')
    world.client.secret = await copied(page, hand, 'Secret')
    await saved(page, hand)
    const own = token.replace('CLIENT_ID:CLIENT_SECRET', `${world.client.id}:${world.client.secret}`)
    world.token = await hand.shell('Gets a token', own)
    expect(world.token).toMatch(/^[\w.~-]{20,}$/)
    const kept = 'select roles, last_used_at is not null as is_used from api_client where client_id = $1'
    await hand.ends('The client was used', () => database.rows(kept, world.client.id), [
      { roles: ['API_ORDER'], is_used: true },
    ])
  })

  aim('Uploads an order with a mistyped member, reads the warning, and corrects it', { steps: 9 }, async (scene) => {
    const { page, hand, database, world } = scene
    const [identifier] = world.orders
    const service = { transport_service: { name: 'General' } }
    const mistyped = { ...service, customer_refrence_number: `PO ${world.key}` }
    const first = await send(hand, 'Uploads it', world.token, order(identifier!, mistyped))
    expect(first).toMatchObject({ upload_status: 'COMPLETED' })
    expect(first.warnings).toMatchObject([
      { path: 'customer_refrence_number', message: expect.stringContaining('customer_reference_number') },
    ])
    await hand.press('Goes to', 'g')
    await hand.press('the uploads', 'u')
    await hand.typeInto('Looks for it', page.getByRole('searchbox'), identifier!)
    await hand.click('Opens it', page.getByRole('row').filter({ hasText: identifier! }).first())
    const panel = page.getByRole('complementary', { name: 'Upload' })
    await hand.sees('The same warning', panel.getByText(/customer_reference_number/))
    const right = { ...service, operation: 'UPDATE', customer_reference_number: `PO ${world.key}` }
    await send(hand, 'Sends it as it should be', world.token, order(identifier!, right))
    await hand.ends('The order has the reference', () => referenceOf(database, identifier!), `PO ${world.key}`)
  })

  aim('Subscribes a webhook, and its program finds the signature right', { steps: 13 }, async (scene) => {
    const { page, hand, database, world } = scene
    await hand.click('Opens them', page.getByRole('link', { name: 'Webhook endpoints' }).first())
    await page.getByRole('table', { name: 'Webhook endpoints' }).waitFor()
    await hand.press('A new one', 'n')
    const form = page.getByRole('dialog')
    await hand.typeInto('Names it', form.getByLabel('Name', { exact: true }), world.key)
    await hand.typeInto('Types the address', form.getByLabel('Address'), receiver!.url)
    await hand.press('Adds it', 'Enter')
    world.hook = await copied(page, hand, 'Signing secret')
    await saved(page, hand)
    const panel = page.getByRole('complementary', { name: 'Endpoint' })
    await hand.click('Tries it', panel.getByRole('button', { name: 'Send test event' }))
    await hand.sees('That it was taken', panel.getByText(/^Accepted\./))
    await hand.ends('The program of the guide finds it right', () => verdicts(world.hook), [true])
    const [{ headers, body } = { headers: {}, body: '' }] = receiver!.received
    expect(await isFromCartage(world.hook, { headers, body: `${body} ` })).toBe(false)
    const service = { transport_service: { name: 'General' } }
    await send(hand, 'Uploads another order', world.token, order(world.orders[1]!, service))
    const delivered = `select d.status from delivery d join subscription s using (tenant_id, subscription_id)
       join event e using (tenant_id, event_id) where s.name = $1 and e.type = 'order.accepted'`
    await hand.ends('The event of it was delivered', () => database.rows(delivered, world.key), [
      { status: 'DELIVERED' },
    ])
    await hand.ends('It is signed as well', async () => (await verdicts(world.hook)).every(Boolean), true)
  })

  aim('Looks in the log of events what came of it', { steps: 5 }, async ({ page, hand, database, world }) => {
    const [number, orderId] = await numberOf(database, world.orders[1]!)
    await hand.press('Goes to', 'g')
    await hand.press('the events', 'e')
    await hand.typeInto('Looks for the order', page.getByRole('searchbox'), world.orders[1]!)
    await hand.click('Opens it', page.getByRole('row', { name: number }).filter({ hasText: 'Order accepted' }))
    const panel = page.getByRole('complementary', { name: 'Event' })
    await hand.sees('Whom it was sent to', panel.getByText(world.key))
    await hand.sees('The order', panel.getByRole('link', { name: number }))
    const came = receiver!.received.filter(({ headers }) => headers['cartage-entity-id'] === orderId)
    expect(came).not.toEqual([])
    const kept = 'select type from event where entity_id = $1::uuid order by sequence'
    const types = async () => (await database.rows<{ type: string }>(kept, orderId)).map(({ type }) => type)
    await hand.ends(
      'All of them came',
      types,
      came.map(({ headers }) => headers['cartage-event-type'] as string),
    )
  })

  aim('Finds out why an upload was refused, and what to do', { steps: 9 }, async ({ page, hand, database, world }) => {
    const identifier = `${world.key}-3`
    const atOnce = await send(hand, 'Uploads what is no order', world.token, { operation: 'CREATE' })
    expect(atOnce).toMatchObject({ code: 'validation_failed', request_id: expect.any(String) })
    const unknown = { transport_service: { code: 'NIGHT', name: 'Night' } }
    const refused = await send(hand, 'Uploads with a service that is none', world.token, order(identifier, unknown))
    expect(refused).toMatchObject({ upload_status: 'ERROR' })
    await hand.click('Opens the uploads', page.getByRole('link', { name: 'Uploads' }).first())
    await hand.typeInto('Looks for it', page.getByRole('searchbox'), identifier)
    await hand.click('Opens it', page.getByRole('row').filter({ hasText: identifier }).first())
    const panel = page.getByRole('complementary', { name: 'Upload' })
    const why = panel.getByText(/No transport service has the code "NIGHT"/)
    await hand.isRefused('There is no such service', why, panel.getByRole('link', { name: 'Correct…' }))
    const service = { transport_service: { name: 'General' } }
    await send(hand, 'Sends it with one that is', world.token, order(identifier, service))
    const made = `select x.status from order_upload u join upload_outcome x using (tenant_id, upload_id)
       where u.order_identifier = $1 order by u.lane_number`
    await hand.ends('The later upload made the order', () => database.rows(made, identifier), [
      { status: 'ERROR' },
      { status: 'COMPLETED' },
    ])
  })

  aim('Fetches a document that the office adds', { steps: 7 }, async ({ page, hand, database, world }) => {
    const [, orderId] = await numberOf(database, world.orders[1]!)
    const text = `Received by ${world.key}`
    await page.goto(`${baseUrl}/orders/${orderId}?tab=documents`)
    await hand.click('The office says what it is', page.getByRole('combobox', { name: 'Document type' }))
    await hand.click('A proof of delivery', page.getByRole('option', { name: 'Proof of delivery', exact: true }))
    const file = { name: 'proof.txt', type: 'text/plain', bytes: Buffer.from(text) }
    await hand.chooseFile('The office adds it', page.locator('input[type=file]').first(), file)
    const added = () => receiver!.received.find(({ headers }) => headers['cartage-event-type'] === 'document.created')
    await hand.ends('The program hears of it', async () => added() !== undefined, true)
    const url = /"download_url":\s*"([^"]+)"/.exec(added()!.body)![1]!
    expect(await hand.shell('Fetches it with the address of the event', 'curl -sfL "$URL"', { URL: url })).toBe(text)
    const listed = await hand.shell('Lists the documents as the guide does', follow, {
      ...{ TOKEN: world.token, UPLOAD_ID: await uploadOf(database, world.orders[1]!) },
    })
    const [{ id }] = JSON.parse(listed.slice(listed.lastIndexOf('['))) as [{ id: string }]
    const own = `curl -sfL ${baseUrl}/v1/documents/document/${id}/download -H "Authorization: Bearer $TOKEN" | sha256sum`
    const digest = await hand.shell('Fetches it with its token', own, { TOKEN: world.token })
    const kept = `select encode(c.sha256, 'hex') as digest from document d join document_content c using (tenant_id, content_id)
       where d.document_id = $1`
    expect(digest.split(' ')[0]).toBe(createHash('sha256').update(text).digest('hex'))
    await hand.ends('It is the same', () => database.rows(kept, id), [{ digest: digest.split(' ')[0] }])
  })
})

/** Verdict of the guide's program on each received webhook. */
async function verdicts(secret: string): Promise<boolean[]> {
  return await Promise.all(receiver!.received.map((webhook) => isFromCartage(secret, webhook)))
}

async function numberOf(database: Database, identifier: string): Promise<[number: string, id: string]> {
  const text = 'select order_number, order_id from transport_order where order_identifier = $1'
  const [row] = await database.rows<{ order_number: string; order_id: string }>(text, identifier)
  return [row!.order_number, row!.order_id]
}

async function uploadOf(database: Database, identifier: string): Promise<string> {
  const text = 'select upload_id from order_upload where order_identifier = $1'
  return (await database.rows<{ upload_id: string }>(text, identifier))[0]!.upload_id
}

/** Copies a part of a secret with its button and reads the clipboard. */
async function copied(page: Page, hand: Hand, label: string): Promise<string> {
  await hand.click(`Copies the ${label}`, page.getByRole('dialog').getByRole('button', { name: label, exact: true }))
  return await page.evaluate(() => navigator.clipboard.readText())
}

async function saved(page: Page, hand: Hand): Promise<void> {
  await hand.click('Has saved it', page.getByText('I have saved it'))
  await hand.click('Closes it', page.getByRole('button', { name: 'Done' }))
}

async function referenceOf(database: Database, identifier: string): Promise<string | null | undefined> {
  const text = 'select customer_reference_number as reference from transport_order where order_identifier = $1'
  return (await database.rows<{ reference: string | null }>(text, identifier))[0]?.reference
}
