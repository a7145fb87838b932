import { listSavedViews } from '@cartage/contract/app/saved-views'
import { changeCompanies, countCompanyRecords } from '@cartage/contract/companies/app/list'
import {
  CompanyRecord,
  getCompanyRecord,
  ListedCompany,
  listCompanyRecords,
} from '@cartage/contract/companies/app/record'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { companiesRoute } from './routes.ts'

const row = sampleOf(ListedCompany, { company_id: id(1), name: 'Shipper', code: 'S1' })

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countCompanyRecords, sampleOf(countCompanyRecords.response))
  if (items === 'unreachable') page.server.disconnect(listCompanyRecords)
  else page.server.on(listCompanyRecords, { ...sampleOf(listCompanyRecords.response), items, total: items.length })
  return await page.open(companiesRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/companies')
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
  expect(screen.getAllByText('S1')).not.toHaveLength(0)
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/companies?q=ship')
  await screen.findAllByText('Shipper')
  expect(page.server.requests(listCompanyRecords)[0]?.query).toMatchObject({ q: 'ship' })
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/companies', [])
  expect(await screen.findByText('No companies yet')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /New company/ })).toHaveLength(2)
  unmount()
  await open(page, '/companies?q=ship', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/companies', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listCompanyRecords, { ...sampleOf(listCompanyRecords.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
})

test('a row is previewed next to the list, in prose, and opened from there', async ({ page }) => {
  const given = sampleOf(CompanyRecord, {
    company: { id: id(1), name: 'Shipper', is_customer: true, status: 'BLOCKED', vat_number: 'BE0123456789' },
    order_count: 12,
  })
  const company = {
    ...given.company,
    sales: { payment_term: { code: 'NET_30' } },
    contacts: [{ id: id(2), name: 'Ann', email: 'ann@shipper.example', phone_number: '+3230' }],
  }
  page.server.on(getCompanyRecord, { ...given, company } as CompanyRecord)
  await open(page, `/companies?q=ship&peek=${id(1)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Company' }))
  expect(await panel.findByText('30 days')).toBeDefined()
  expect(panel.getByText('Blocked')).toBeDefined()
  expect(panel.getByText('+3230 · ann@shipper.example')).toBeDefined()
  await page.user.click(panel.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.address).toBe('/companies?q=ship'))
  await page.user.click(screen.getByText('Shipper'))
  await page.user.click(await screen.findByRole('button', { name: 'Open' }))
  await waitFor(() => expect(page.address).toBe(`/companies/${id(1)}`))
})

test('views and filters are parts of the address', async ({ page }) => {
  await open(page, '/companies')
  await page.user.click(await screen.findByRole('button', { name: /^Carriers/ }))
  await waitFor(() =>
    expect(page.server.requests(listCompanyRecords).at(-1)?.query).toMatchObject({ role: 'subcontractor' }),
  )
  await page.addFilter('Status')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /^Blocked/ }))
  await waitFor(() => expect(page.address).toBe('/companies?role=subcontractor&status=BLOCKED'))
})

test('filters that only a link can combine are shown and can be cleared', async ({ page }) => {
  await open(page, '/companies?role=customer,subcontractor')
  await page.user.click(await screen.findByRole('button', { name: /Role/ }))
  await waitFor(() => expect(page.address).toBe('/companies'))
})

test('chosen companies are approved, blocked, archived and restored; refused ones are listed', async ({ page }) => {
  await open(page, '/companies')
  page.server.on(changeCompanies, { items: [{ id: id(1), is_done: false, message: 'It is not a customer.' }] })
  const verbs = ['Approve', 'Block', 'Archive', 'Restore']
  for (const verb of verbs) {
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name: verb }))
    const results = within(await screen.findByRole('dialog'))
    expect(results.getByText('It is not a customer.')).toBeDefined()
    await page.user.click(results.getAllByRole('button', { name: /Close|Done/ })[0]!)
    await waitFor(() => expect(screen.queryByText('It is not a customer.')).toBeNull())
  }
  const actions = verbs.map((verb) => ({ action: verb.toLowerCase(), ids: [id(1)] }))
  expect(page.server.bodies(changeCompanies)).toEqual(actions)
})

test('a person who may only read cannot choose or create any', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await open(page, '/companies')
  await screen.findAllByText('Shipper')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^New company/ })).toBeNull()
})
