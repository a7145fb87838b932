import {
  draftOrderMail,
  draftTripMail,
  listOrderMails,
  listTripMails,
  Mail,
  MailDraft,
  resendMails,
  sendOrderMail,
  sendTripMail,
} from '@cartage/contract/mails/app/mails'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { MailsSection } from './mails.section.tsx'

const order = { type: 'order', id: id(1) } as const
const trip = { type: 'trip', id: id(2) } as const
const draft = sampleOf(MailDraft, {
  ...{ company_name: 'Alpha', address: 'office@alpha.example', language: 'nl', is_possible: true, asked: null },
  ...{ subject: 'Orderbevestiging O-7', body: 'Beste Alpha' },
})
const failed = sampleOf(Mail, {
  ...{ mail_id: id(9), kind: 'DELAY', status: 'FAILED', failure: '550 no such user', has_repeat: false },
  ...{ subject: 'Delay of O-7', body: 'Two hours.' },
})

test('MAIL-4: an e-mail is shown before it is sent, and goes to the typed address', async ({ page }) => {
  page.server.on(listOrderMails, { items: [] })
  page.server.on(draftOrderMail, draft)
  await page.show(<MailsSection source={order} />)
  await screen.findByText('No e-mails yet.')
  await page.user.click(screen.getByRole('button', { name: 'Send e-mail' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Order confirmation…' }))
  await screen.findByDisplayValue('Beste Alpha')
  await page.fill(screen.getByRole('textbox', { name: 'To Alpha' }), 'an@alpha.example')
  page.server.on(sendOrderMail, sampleOf(Mail))
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(page.server.requests(sendOrderMail)).toMatchObject([
      {
        params: { order_id: order.id },
        body: { kind: 'ORDER_CONFIRMATION', language: 'nl', address: 'an@alpha.example' },
      },
    ]),
  )
})

test('MAIL-4: a failed one shows the reason, and is sent again', async ({ page }) => {
  page.server.on(listOrderMails, { items: [failed] })
  await page.show(<MailsSection source={order} />)
  await screen.findByText('550 no such user')
  page.server.on(resendMails, { items: [{ id: failed.mail_id, is_done: true, message: null }] })
  await page.user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(page.server.bodies(resendMails)).toEqual([{ ids: [failed.mail_id] }]))
})

test('RET-1: an e-mail whose text was erased shows this, and is not sent again', async ({ page }) => {
  page.server.on(listOrderMails, { items: [{ ...failed, address: '', subject: '', body: '' }] })
  await page.show(<MailsSection source={order} />)
  await screen.findByText('Text and address erased')
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('MAIL-4: without a mail server nothing is sent, and the page shows where to enter one', async ({ page }) => {
  page.server.on(listTripMails, { items: [] })
  page.server.on(draftTripMail, { ...draft, is_possible: false })
  await page.show(<MailsSection source={trip} />)
  await page.user.click(await screen.findByRole('button', { name: 'Send to carrier…' }))
  await screen.findByText(/No mail server is set up/)
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open in my mail program' }).getAttribute('href')).toMatch(/^mailto:/)
  expect(page.server.requests(sendTripMail)).toEqual([])
})

test('viewers see e-mails and send none', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  page.server.on(listOrderMails, { items: [failed] })
  await page.show(<MailsSection source={order} />)
  await screen.findByText('Delay of O-7')
  expect(screen.queryByRole('button')).toBeNull()
})
