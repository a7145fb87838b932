import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countCompanyRecords } from '@cartage/contract/companies/app/list'
import { ListedCompany, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
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

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/companies')
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
  expect(screen.getAllByText('S1')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/companies?q=ship')
  await screen.findAllByText('Shipper')
  expect(page.server.requests(listCompanyRecords)[0]?.query).toMatchObject({ q: 'ship' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/companies', [])
  expect(await screen.findByText('No companies yet')).toBeDefined()
  unmount()
  await open(page, '/companies?q=ship', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/companies', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listCompanyRecords, { ...sampleOf(listCompanyRecords.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
})
