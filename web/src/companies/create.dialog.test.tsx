import { createCompanyRecord } from '@cartage/contract/companies/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { CreateCompanyDialog } from './create.dialog.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })
const create = () => screen.getByRole('button', { name: /^Create/ })

test('a company is created once with its roles, and its page opens', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
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

test('a name is needed, and what the server rejects stands at its field', async ({ page }) => {
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
