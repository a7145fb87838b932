import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { ContactDialog, type ContactFields } from './contact.dialog.tsx'

const company = sampleOf(changeCompanyRecord.response)
const given: ContactFields = {
  id: id(2),
  name: 'Ann',
  email: 'ann@shipper.example',
  phone_number: '',
  note: '',
  roles: ['BILLING'],
}
const field = (name: string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: /^(Add|Save)$/ })

test('a contact is added with the typed data', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.on(changeCompanyRecord, company)
  await page.show(<ContactDialog companyId={id(1)} given={undefined} onClose={onClose} />)
  await page.user.type(field('Name'), 'Ann')
  await page.user.type(field('Phone'), '+32 3 000 00 00')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findAllByText('Ann added')).not.toHaveLength(0)
  expect(page.server.requests(changeCompanyRecord)).toMatchObject([
    {
      params: { company_id: id(1) },
      body: {
        contacts: [{ name: 'Ann', phone_number: '+32 3 000 00 00', email: '', note: '', roles: ['OPERATIONS'] }],
      },
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a contact is edited under its id', async ({ page }) => {
  page.server.on(changeCompanyRecord, company)
  await page.show(<ContactDialog companyId={id(1)} given={given} onClose={() => {}} />)
  await page.user.type(field('Note'), 'Mornings')
  await page.user.click(save())
  expect(await screen.findAllByText('Ann updated')).not.toHaveLength(0)
  expect(page.server.bodies(changeCompanyRecord)).toMatchObject([
    { contacts: [{ id: id(2), name: 'Ann', email: 'ann@shipper.example', note: 'Mornings', roles: ['BILLING'] }] },
  ])
})

test('a name is required, and an error from the server is shown at its field', async ({ page }) => {
  const onClose = vi.fn<() => void>()
  page.server.reject(changeCompanyRecord, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('contacts.0.email', 'Not an e-mail address.')],
  })
  await page.show(<ContactDialog companyId={id(1)} given={undefined} onClose={onClose} />)
  await page.user.click(save())
  expect(faultOf(field('Name'))).toBe('Enter a name.')
  await page.user.type(field('Name'), 'Ann')
  await page.user.type(field('E-mail'), 'ann')
  await page.user.click(save())
  await waitFor(() => expect(faultOf(field('E-mail'))).toBe('Not an e-mail address.'))
  expect(onClose).not.toHaveBeenCalled()
})

test('an error that no field shows is a notification, next to those at the fields', async ({ page }) => {
  page.server.reject(changeCompanyRecord, {
    status: 422,
    code: 'validation_failed',
    message: 'A contact has too many roles.',
    errors: [faultAt('contacts.0.email', 'Not an e-mail address.'), faultAt('contacts.0.roles', 'Too many roles.')],
  })
  await page.show(<ContactDialog companyId={id(1)} given={given} onClose={() => {}} />)
  await page.user.click(save())
  expect(await screen.findAllByText('A contact has too many roles.')).not.toHaveLength(0)
  expect(faultOf(field('E-mail'))).toBe('Not an e-mail address.')
})
