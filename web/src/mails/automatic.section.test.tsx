import * as contract from '@cartage/contract/mails/app/automatic'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { AutomaticSection } from './automatic.section.tsx'
import { MailChoicesSection } from './choices.section.tsx'

const rules = (['ORDER_CONFIRMATION', 'DISPATCH', 'DELAY'] as const).map((kind) =>
  sampleOf(contract.MailRule, {
    ...{ kind, is_on: false, late_minutes: 30, begins_at: null },
    origins: kind === 'ORDER_CONFIRMATION' ? ['API', 'SCREEN', 'PORTAL'] : [],
  }),
)
const groupOf = (name: string) => within(screen.getByRole('checkbox', { name }).closest('fieldset') as HTMLElement)

test('MAIL-7: a rule is enabled for chosen channels of orders', async ({ page }) => {
  page.server.on(contract.listMailRules, { items: rules })
  page.server.on(contract.setMailRule, { ...rules[0]!, is_on: true })
  await page.show(<AutomaticSection />)
  await page.user.click(await screen.findByRole('checkbox', { name: 'Order confirmation' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Entered by us' }))
  await page.user.click(groupOf('Order confirmation').getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Saved')).not.toHaveLength(0)
  expect(page.server.bodies(contract.setMailRule)).toEqual([
    { is_on: true, origins: ['API', 'PORTAL'], late_minutes: 30 },
  ])
})

test('MAIL-8: the next e-mails of a rule are shown with their addresses before it is enabled', async ({ page }) => {
  page.server.on(contract.listMailRules, { items: rules })
  const due = sampleOf(contract.DueMail, { about: 'O-7', company_name: 'Alpha', address: null, late_minutes: 45 })
  page.server.on(contract.previewMailRule, { items: [due] })
  await page.show(<AutomaticSection />)
  await screen.findByRole('checkbox', { name: 'Delay notice' })
  await page.user.click(groupOf('Delay notice').getByRole('button', { name: 'What would be sent' }))
  const line = within(await screen.findByRole('list', { name: 'What would be sent' }))
  expect(line.getByText('O-7')).toBeDefined()
  expect(line.getByText('no e-mail address')).toBeDefined()
  expect(line.getByText('+45 min')).toBeDefined()
})

test('MAIL-7: a company has its own choice and address', async ({ page }) => {
  const choice = { kind: 'DISPATCH', is_on: null, address: null } as const
  page.server.on(contract.listMailChoices, { items: [choice] })
  page.server.on(contract.setMailChoice, { ...choice, is_on: false, address: 'desk@beta.example' })
  await page.show(<MailChoicesSection companyId={id(3)} kinds={['DISPATCH']} isEditable />)
  await page.user.click(await screen.findByRole('combobox', { name: 'Dispatch to carrier' }))
  await page.user.click(await screen.findByRole('option', { name: 'Never' }))
  await page.user.type(screen.getByRole('textbox', { name: 'E-mail address' }), 'desk@beta.example')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Saved')).not.toHaveLength(0)
  expect(page.server.requests(contract.setMailChoice)).toMatchObject([
    { params: { company_id: id(3), mail_kind: 'DISPATCH' }, body: { is_on: false, address: 'desk@beta.example' } },
  ])
})
