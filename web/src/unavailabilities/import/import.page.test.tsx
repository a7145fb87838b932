import { listResourceRecords } from '@cartage/contract/resources/app/record'
import {
  addUnavailabilities,
  findMeantResources,
  NamedResource,
  removeUnavailabilities,
  UnavailabilityRowResult,
} from '@cartage/contract/unavailabilities/app/batch'
import { describe, expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import { calendarImportRoute } from '../routes.ts'

const result = (line: number, members: Members<UnavailabilityRowResult> = {}) =>
  sampleOf(UnavailabilityRowResult, { line, outcome: 'CREATED', resource_id: id(1), ...members })

async function open(page: Page) {
  await page.open(calendarImportRoute, '/resources/calendar/import')
  await screen.findByRole('button', { name: 'Choose a file' })
}

async function choose(page: Page, name: string, text: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input, new File([text], name))
}

function paste(text: string) {
  fireEvent.paste(screen.getByText(/^Drop an Excel or CSV file/), { clipboardData: { getData: () => text } })
}
const row = (text: string) => within(screen.getByText(text).closest('tr')!)
const importButton = (name = /^Import \d/) => screen.getByRole('button', { name })

describe('a sheet of unavailabilities', () => {
  const sheet = ['name,from,until,reason', 'Ann,25-11-2026,27-11-2026,holiday', 'Bert,soon,,holiday'].join('\n')

  test('is checked before anything is saved: each row shows its errors', async ({ page }) => {
    await open(page)
    page.server.on(addUnavailabilities, {
      items: [result(2), result(4, { outcome: 'REFUSED', resource_id: null }), result(5, { outcome: 'UNCHANGED' })],
    })
    await choose(page, 'away.csv', `${sheet}\nCis,25-11-2026,,holiday\nDaan,25-11-2026,,holiday`)
    await waitFor(() => expect(row('Ann').getByText('Ready')).toBeDefined())
    expect(row('Bert').getByText(/^Enter a start, for example/)).toBeDefined()
    expect(row('Cis').getByText(/^No single active resource/)).toBeDefined()
    expect(row('Daan').getByText('Already exists')).toBeDefined()
    expect(page.server.bodies(addUnavailabilities)).toMatchObject([
      { dry_run: true, rows: [{ line: 2, reason: 'DRIVER_HOLIDAY' }, { line: 4 }, { line: 5 }] },
    ])
    expect(importButton().textContent).toContain('Import 1 row')
  })

  test('is imported once, and Undo removes the created records', async ({ page }) => {
    await open(page)
    page.server.on(addUnavailabilities, { items: [result(2, { unavailability_id: id(7) })] })
    page.server.on(removeUnavailabilities, undefined)
    paste('name\tfrom\tuntil\treason\nAnn\t25-11-2026\t27-11-2026\tholiday')
    await waitFor(() => expect(importButton()).toHaveProperty('disabled', false))
    await page.user.dblClick(importButton())
    await screen.findByText('1 unavailability imported')
    expect(row('Ann').getByText('Created')).toBeDefined()
    expect(page.server.bodies(addUnavailabilities).map(({ dry_run }) => dry_run)).toEqual([true, false])
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined()
    expect(page.server.bodies(removeUnavailabilities)).toEqual([
      { items: [{ resource_id: id(1), unavailability_id: id(7) }] },
    ])
  })

  test('that the server rejects shows the reason and can be chosen again', async ({ page }) => {
    await open(page)
    page.server.reject(addUnavailabilities, { status: 403, code: 'forbidden', message: 'Your role does not allow it.' })
    await choose(page, 'away.csv', sheet)
    expect(await screen.findAllByText('Your role does not allow it.')).not.toHaveLength(0)
    expect(importButton()).toHaveProperty('disabled', true)
    await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(screen.queryByText('Ann')).toBeNull()
  })

  test.for([
    ['away.csv', '   ', 'This file has no rows.'],
    ['away.xlsx', 'no workbook', 'Could not read this file. Save it as .xlsx or .csv and choose it again.'],
    ['away.csv', `name,from\n${'Ann,25-11-2026\n'.repeat(5_002)}`, /^Too many rows/],
    ['away.ics', 'no calendar', 'File not readable. Export the calendar as .ics again.'],
    ['away.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'This calendar has no events.'],
  ] as const)('%s that cannot be imported is reported', async ([name, text, message], { page }) => {
    await open(page)
    await choose(page, name, text)
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Template' })).toBeDefined()
  })
})

describe('a calendar file', () => {
  const ann = sampleOf(NamedResource, { resource_id: id(1), resource_type: 'DRIVER', name: 'Ann' })
  const calendar = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Holiday Ann\r\nDTSTART;VALUE=DATE:20301125\r\nDTEND;VALUE=DATE:20301128\r\nEND:VEVENT',
    'BEGIN:VEVENT\r\nUID:b\r\nSUMMARY:Training\r\nDTSTART:20301201T080000Z\r\nDTEND:20301201T120000Z\r\nEND:VEVENT',
    'BEGIN:VEVENT\r\nUID:c\r\nSUMMARY:Broken\r\nDTSTART:soon\r\nEND:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

  async function read(page: Page) {
    await open(page)
    page.server.on(findMeantResources, ({ body }) => ({
      time_zone: 'Europe/Brussels',
      items: body.events.map(({ line, title }) => ({ line, resources: title.includes('Ann') ? [ann] : [] })),
    }))
    page.server.on(addUnavailabilities, ({ body }) => ({
      items: body.rows.map(({ line }) => result(line, { unavailability_id: id(100 + line) })),
    }))
    page.server.on(listResourceRecords, { items: [], total: 0 })
    await choose(page, 'away.ics', calendar)
    await screen.findByRole('table', { name: 'Events' })
  }

  test('shows the drivers of its events; an unmatched one waits for a choice, a broken one shows the reason', async ({
    page,
  }) => {
    await read(page)
    expect(await row('Holiday Ann').findByText('New')).toBeDefined()
    expect(row('Holiday Ann').getByRole('combobox', { name: 'Resource for Holiday Ann' })).toHaveProperty(
      'value',
      'Ann',
    )
    expect(row('Training').getByText('Choose a resource')).toBeDefined()
    expect(row('Broken').getByText('Start date or time not readable.')).toBeDefined()
    expect(screen.getByText(/^1 event matches no resource/)).toBeDefined()
    expect(page.server.bodies(addUnavailabilities)).toMatchObject([
      { dry_run: true, rows: [{ resource: { id: id(1) }, reason: 'DRIVER_HOLIDAY', external_id: expect.any(String) }] },
    ])
  })

  test('is imported without skipped events, and Undo reverts it', async ({ page }) => {
    await read(page)
    page.server.on(removeUnavailabilities, undefined)
    await row('Holiday Ann').findByText('New')
    await page.user.click(screen.getByRole('checkbox', { name: 'Import Holiday Ann' }))
    expect(row('Holiday Ann').getByText('Skipped')).toBeDefined()
    expect(importButton()).toHaveProperty('disabled', true)
    await page.user.click(screen.getByRole('checkbox', { name: 'Import all' }))
    await page.user.click(importButton())
    await screen.findByText('1 unavailability imported')
    expect(row('Holiday Ann').getByText('Created')).toBeDefined()
    expect(screen.queryByText('Training')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined()
    expect(page.server.bodies(removeUnavailabilities)).toHaveLength(1)
  })
})
