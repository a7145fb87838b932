import { CompanyRecord, changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { ContactsTab } from './contacts.tab.tsx'

const empty = sampleOf(CompanyRecord, { company: { id: id(1), contacts: [] } })
const record: CompanyRecord = {
  ...empty,
  company: {
    ...empty.company,
    contacts: [
      {
        id: id(2),
        name: 'Ann',
        email: 'ann@shipper.example',
        phone_number: '+3230',
        note: 'Mornings',
        roles: ['BILLING'],
      },
    ],
  },
}

test('a contact is shown with telephone and e-mail links', async ({ page }) => {
  await page.show(<ContactsTab record={record} isEditable={false} />)
  expect(screen.getByText('Mornings')).toBeDefined()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'mailto:ann@shipper.example',
    'tel:+3230',
  ])
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a contact is archived by its id', async ({ page }) => {
  page.server.on(changeCompanyRecord, sampleOf(changeCompanyRecord.response))
  await page.show(<ContactsTab record={record} isEditable />)
  await page.user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findAllByText('Ann archived')).not.toHaveLength(0)
  expect(page.server.bodies(changeCompanyRecord)).toMatchObject([{ contacts: [{ id: id(2), is_archived: true }] }])
})

test('a company without contacts explains their purpose and adds the first', async ({ page }) => {
  await page.show(<ContactsTab record={empty} isEditable />)
  expect(screen.getByText('No contacts yet')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Add contact' }))
  expect(await screen.findByRole('dialog', { name: 'Add contact' })).toBeDefined()
})
