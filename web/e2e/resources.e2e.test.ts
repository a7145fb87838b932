import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'

/*
 * Fleet and unavailabilities. The tenant needs an order that can be planned for the conflict; the tests create their
 * own drivers.
 */
describe.skipIf(baseUrl === '')(
  'resources, the calendar, companies, locations and documents',
  { timeout: 60_000 },
  () => {
    const visit = useVisit({ isSignedIn: true, expected: /status of 4(00|09|22)/ })
    let page: Page
    beforeEach(() => {
      page = visit().page
    })

    test('a resource is edited in place; a refusal by the server is shown on its line', async () => {
      const name = newName('Inline')
      const id = await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/${id}`)
      await page.getByRole('button', { name: 'Edit Code' }).click()
      await page.getByRole('textbox', { name: 'Code' }).fill('D-77')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Edit Code' }).getByText('D-77').waitFor()

      await page.getByRole('button', { name: 'Edit Name' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(501))
      await page.keyboard.press('Enter')
      await page.getByText('must have at most 500 characters').waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('D-77').waitFor()
    })

    test('dragging over days in the calendar creates an unavailability, and the notification undoes it', async () => {
      const name = newName('Pull')
      await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/calendar?q=${encodeURIComponent(name)}`)
      const row = rowOf(page, name)
      await row.waitFor()
      const box = (await row.boundingBox())!
      const day = box.width / 14
      await page.mouse.move(box.x + day * 2.5, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + day * 4.5, box.y + 22, { steps: 6 })
      await page.mouse.up()
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
      const bar = row.getByRole('button', { name: /Holiday/ })
      await bar.waitFor()
      const width = (await bar.boundingBox())!.width
      expect(Math.round(width / day)).toBe(3)

      const from = (await bar.boundingBox())!
      await page.mouse.move(from.x + from.width / 2, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + from.width / 2 + day * 2, from.y + 10, { steps: 6 })
      await page.mouse.up()
      await page.getByText('Holiday moved').waitFor()
      await expect.poll(async () => Math.round(((await bar.boundingBox())!.x - from.x) / day)).toBe(2)

      await bar.focus()
      await page.keyboard.press('Delete')
      await bar.waitFor({ state: 'detached' })
      await page.getByText('Holiday removed').waitFor()
      await page.locator('.toast').filter({ hasText: 'Holiday removed' }).getByRole('button', { name: 'Undo' }).click()
      await bar.waitFor()
    })

    test('an unavailability is added and moved by keyboard alone, and its conflict with a trip is listed', async () => {
      const name = newName('Keys')
      const id = await makeDriver(page, name)
      const start = await planTrip(page, id)
      await page.goto(`${baseUrl}/resources/calendar?q=${encodeURIComponent(name)}&clashes=true`)
      const row = rowOf(page, name)
      await row.getByRole('button', { name: /Trip/ }).waitFor()
      const grid = page.getByRole('grid', { name: 'Unavailability' })
      await grid.focus()
      await page.keyboard.press('ArrowDown')
      for (let step = 0; step < daysFromMonday(start); step += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('n')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog', { name: 'Add unavailability' }).waitFor({ state: 'detached' })
      const bar = row.getByRole('button', { name: /Holiday.*conflicts with a trip/ })
      await bar.waitFor()
      await page.getByRole('complementary', { name: 'Conflicts' }).getByText(name).waitFor()

      await bar.focus()
      await page.keyboard.press('Alt+Shift+ArrowRight')
      await page.getByText('Holiday moved').waitFor()
    })

    test('a file is chosen for a driver, listed and removed again; the driver is archived and restored', async () => {
      const name = newName('Papers')
      const id = await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/${id}?tab=documents`)
      const file = { name: 'licence.txt', mimeType: 'text/plain', buffer: Buffer.from('a licence') }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('licence.txt added').waitFor()
      await page.getByRole('button', { name: 'Remove licence.txt' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No documents').waitFor()

      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByText('Archived. Read-only until restored.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Archived. Read-only until restored.').waitFor({ state: 'detached' })
    })

    test('a weekly repetition is created with one press and undone with one', async () => {
      const name = newName('Weekly')
      const id = await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/${id}?tab=unavailabilities`)
      await page.getByRole('button', { name: 'Add unavailability' }).click()
      // It starts tomorrow: the fourth occurrence is three weeks later.
      await page.getByLabel('Repeat weekly until').fill('+22')
      await page.keyboard.press('Control+Enter')
      const rows = page.getByRole('tabpanel').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('No unavailability').waitFor()
    })

    test('a sheet of unavailabilities shows the result of each line, before and after', async () => {
      const name = newName('Sheet')
      await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/calendar/import`)
      const lines = ['name,from,until,reason', `${name},25-11-2026,27-11-2026,holiday`, 'Nobody,25-11-2026,,holiday']
      const file = { name: 'away.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page
        .getByRole('row', { name: /Nobody/ })
        .getByText('Rejected')
        .waitFor()
      await page.getByRole('button', { name: 'Import 1 row' }).click()
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByText('Created')
        .waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Drop an Excel or CSV file').waitFor()
    })

    test('a calendar file finds its driver, asks for a choice where it does not, and read again changes nothing', async () => {
      const name = newName('Calendar')
      await makeDriver(page, name)
      const event = (uid: string, title: string, ...lines: string[]) =>
        ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, ...lines, 'END:VEVENT'].join('\r\n')
      const day = (offset: number) =>
        new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
      const text = [
        'BEGIN:VCALENDAR',
        event('a@x', `Verlof ${name}`, `DTSTART;VALUE=DATE:${day(3)}`, `DTEND;VALUE=DATE:${day(5)}`),
        event('b@x', 'Training', `DTSTART;TZID=Europe/Brussels:${day(9)}T080000`, 'DURATION:PT4H', 'RRULE:FREQ=WEEKLY'),
        event('c@x', 'Broken', 'DTSTART:soon'),
        'END:VCALENDAR',
      ].join('\r\n')
      const file = { name: 'away.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) }
      const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })
      await page.goto(`${baseUrl}/resources/calendar/import`)
      await page.locator('input[type=file]').setInputFiles(file)
      await row('Verlof').getByText('New').waitFor()
      await row('Verlof').getByText('Holiday', { exact: true }).waitFor()
      await row('Broken').getByText('not readable').waitFor()
      await row('Training').getByText('Choose a resource').waitFor()
      expect(await runAxeInBothThemes(page)).toEqual([])

      await page.getByRole('combobox', { name: 'Resource for Training' }).fill(name)
      await page.keyboard.press('Enter')
      await row('Training')
        .getByText(/10\d new/)
        .waitFor()
      await page.getByRole('button', { name: /Import 10\d unavailabilities/ }).click()
      await row('Training')
        .getByText(/10\d created/)
        .waitFor()

      await page.getByRole('button', { name: 'Choose another file' }).click()
      await page.locator('input[type=file]').setInputFiles(file)
      await row('Verlof').getByText('Already exists').waitFor()
      expect(await page.getByRole('button', { name: 'Import 0 unavailabilities' }).isDisabled()).toBe(true)
      const later = Buffer.from(text.replaceAll(day(5), day(6)))
      await page.getByRole('button', { name: 'Choose another file' }).click()
      await page.locator('input[type=file]').setInputFiles({ ...file, buffer: later })
      await row('Verlof').getByText('To move').waitFor()
      await page.getByRole('button', { name: 'Import 1 unavailability' }).click()
      await row('Verlof').getByText('Moved').waitFor()
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await page.getByText('Drop an Excel or CSV file').waitFor()
    })

    test('a group gets a driver, by keyboard alone, and an undo removes him', async () => {
      const name = newName('Member')
      const group = newName('Group')
      await makeDriver(page, name)
      await page.goto(`${baseUrl}/resources/groups`)
      await page.getByRole('button', { name: 'New group' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Name', { exact: true }).fill(group)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('region', { name: group }).waitFor()
      await page.getByRole('button', { name: 'Add resources' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Resources').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
      await page.keyboard.press('Control+Enter')
      const member = page.getByRole('region', { name: group }).getByRole('link', { name })
      await member.waitFor()
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await member.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await member.waitFor()
    })

    // The lists and their panels are covered with every screen (screens.e2e.test.ts).
    test('axe finds nothing on any tab of master data, light and dark', async () => {
      const driver = await makeDriver(page, newName('Axe'))
      const company = await firstOf(page, '/app/companies', 'company_id')
      const location = await firstOf(page, '/app/locations', 'id')
      const paths = [
        ...['properties', 'groups', 'validities', 'unavailabilities', 'documents', 'history', 'raw'].map(
          (tab) => `/resources/${driver}?tab=${tab}`,
        ),
        // Other sidebar pages are covered with all other screens.
        '/resources/calendar?span=month&clashes=true',
        '/resources/calendar?span=day',
        '/resources/calendar/import',
        `/companies/${company}`,
        ...['contacts', 'documents', 'orders', 'raw'].map((tab) => `/companies/${company}?tab=${tab}`),
        `/locations/${location}`,
        `/locations/${location}?tab=uses`,
        `/locations/${location}?tab=history`,
        '/documents?view=missing',
      ]
      for (const path of paths) {
        await page.goto(`${baseUrl}${path}`)
        await settled(page)
        expect(await runAxeInBothThemes(page), path).toEqual([])
      }
    }, 180_000)
  },
)

function newName(word: string): string {
  return `${word} ${Date.now().toString(36)}`
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name }).getByRole('gridcell')
}

/** Monday is 0. */
function weekday(date: Date): number {
  return (date.getDay() + 6) % 7
}

/**
 * Days from the calendar's first Monday: that of the current week in the haulier's time zone, even late in the evening.
 */
function daysFromMonday(date: Date): number {
  const [today, day] = [new Date(), date].map((one) => {
    const noon = new Date(one.toLocaleString('en-US', { timeZone: 'Europe/Brussels' }))
    noon.setHours(12, 0, 0, 0)
    return noon
  })
  return weekday(today!) + Math.round((day!.getTime() - today!.getTime()) / 86_400_000)
}

/** Calls the server as the page does, with its session. */
async function ask<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async ([how, where, what]) => {
      const session = await (await fetch('/app/session')).json()
      const answer = await fetch(where!, {
        method: how!,
        headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token },
        ...(what !== '' && { body: what! }),
      })
      if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    },
    [method, path, body ? JSON.stringify(body) : ''],
  )
}

async function makeDriver(page: Page, name: string): Promise<string> {
  return (await ask<{ id: string }>(page, 'POST', '/app/resources', { name, driver: {} })).id
}

async function firstOf(page: Page, path: string, member: string): Promise<string> {
  const { items } = await ask<{ items: Record<string, string>[] }>(page, 'GET', path)
  return items[0]![member]!
}

/** Puts the driver on a trip tomorrow morning, with the first order that can still be planned. */
async function planTrip(page: Page, resourceId: string): Promise<Date> {
  const { items } = await ask<{ items: { order_id: string }[] }>(page, 'GET', '/app/orders?status=TO_PLAN&limit=40')
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(8, 0, 0, 0)
  const frame = { starts_at: tomorrow.toISOString(), override: { reason: 'a test' } }
  for (const { order_id } of items) {
    const plan = { order_ids: [order_id], ...frame }
    const planned = await ask<Planned>(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...plan }).catch(
      () => undefined,
    )
    if (!planned) continue
    const { trip_id, starts_at } = planned.trips[0]!
    const resources = [{ resource_id: resourceId }]
    await ask(page, 'POST', '/app/planning/commands', { kind: 'ASSIGN', trip_id, resources, override: frame.override })
    return new Date(starts_at)
  }
  throw new Error('the tenant has no order that can be planned')
}

interface Planned {
  trips: { trip_id: string; starts_at: string }[]
}
