import { createCompanyRecord, ListedCompany, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { CreateCompanyDialog } from './create.dialog.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })
const create = () => screen.getByRole('button', { name: /^Create/ })

const none = { items: [], total: 0 }

test('a company is created once with its roles, and its page opens', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  page.server.on(listCompanyRecords, none)
  const respond = page.server.hold(createCompanyRecord, sampleOf(createCompanyRecord.response, { id: id(1) }))
  await page.show(<CreateCompanyDialog onClose={() => {}} onCreated={onCreated} />)
  await page.user.type(field('Name'), ' Shipper ')
  await page.user.click(screen.getByRole('checkbox', { name: 'Carrier' }))
  await page.user.dblClick(create())
  respond()
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
  expect(page.server.bodies(createCompanyRecord)).toEqual([
    {
      name: 'Shipper',
      code: null,
      accounting_code: null,
      currency: 'EUR',
      is_customer: true,
      is_subcontractor: true,
    },
  ])
})

test('a company with the code of another is created only after a second press', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  const other = sampleOf(ListedCompany, { company_id: id(7), name: 'Shipper Antwerp', code: 'SH1' })
  const unlike = sampleOf(ListedCompany, { company_id: id(8), name: 'Shippers', code: 'SH12', accounting_code: null })
  page.server.on(listCompanyRecords, { items: [other, unlike], total: 2 })
  page.server.on(createCompanyRecord, sampleOf(createCompanyRecord.response, { id: id(1) }))
  await page.show(<CreateCompanyDialog onClose={() => {}} onCreated={onCreated} />)
  await page.user.type(field('Name'), 'Shipper')
  await page.user.type(field('Code'), 'sh1')
  await page.user.dblClick(create())
  expect(await screen.findByText('Possible duplicate')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Shipper Antwerp' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`/companies/${id(7)}`, '_blank'])
  expect(link.parentElement?.textContent).toContain('has this code')
  expect(screen.queryByRole('link', { name: 'Shippers' })).toBeNull()
  expect(page.server.requests(createCompanyRecord)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: /^Create anyway/ }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
})

test('a name is required, and a rejection by the server is shown at its field', async ({ page }) => {
  page.server.on(listCompanyRecords, none)
  page.server.reject(createCompanyRecord, {
    status: 409,
    code: 'conflict',
    errors: [faultAt('code', 'Another company has this code.')],
  })
  await page.show(<CreateCompanyDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.click(create())
  expect(faultOf(field('Name'))).toBe('Enter a name.')
  await page.user.type(field('Name'), 'Shipper')
  await page.user.type(field('Code'), 'S1{Enter}')
  await waitFor(() => expect(faultOf(field('Code'))).toBe('Another company has this code.'))
})
