import { createTrackingLink } from '@cartage/contract/doors/app/links'
import { draftOrderMail, MailDraft, sendOrderMail } from '@cartage/contract/mails/app/mails'
import { reportStop } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { EtaDialog } from './eta.dialog.tsx'

const stop = {
  ...{ stop_id: id(1), time_zone: 'Europe/Brussels', asked_to: '2026-11-30T09:00:00Z' },
  ...{ expected_at: '2026-11-30T10:00:00Z', said: { at: '2026-11-30T08:00:00Z', by: 'Petra' } },
}
const draft = sampleOf(MailDraft, {
  ...{ company_name: 'Alpha', address: 'a@alpha.example', language: 'nl', is_possible: false, asked: null },
  ...{ subject: 'Vertraging', body: 'Beste Alpha\n\nVerwacht 11:00\n\nGroeten,\nPetra' },
})
const dialog = <EtaDialog stop={stop} place="Gent" tripName="T-1" orderId={id(2)} onClose={() => {}} />

test('ETA-4: the dialog shows who entered the ETA, and accepts another one', async ({ page }) => {
  page.server.on(draftOrderMail, draft)
  page.server.on(reportStop, { is_applied: true })
  await page.show(dialog)
  await screen.findByText(/entered by Petra/)
  await page.user.type(screen.getByRole('textbox', { name: 'New ETA' }), 'soon{Enter}')
  await screen.findByText('Enter a time, such as 15:40, or a day and a time.')
  await page.fill(screen.getByRole('textbox', { name: 'New ETA' }), '2/12/2026 13:30')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.server.bodies(reportStop)).toEqual([{ eta: '2026-12-02T12:30:00Z' }]))
})

test('without a mail server the text, with its tracking link, opens in the user’s mail program', async ({ page }) => {
  page.server.on(draftOrderMail, draft)
  page.server.on(createTrackingLink, { path: '/track#abc' } as never)
  await page.show(dialog)
  await page.user.click(await screen.findByRole('button', { name: 'Add tracking link' }))
  const href = () => decodeURIComponent(screen.getByRole('link', { name: /mail program/ }).getAttribute('href')!)
  await waitFor(() => expect(href()).toMatch(/^mailto:a@alpha.example\?subject=Vertraging&body=Beste Alpha\r\n/))
  await waitFor(() => expect(href()).toMatch(/Verwacht 11:00\r\n\r\nVolg de order: \S+\/track#abc\r\n\r\nGroeten,/))
})

test('MAIL-15: with a mail server, the typed text is sent', async ({ page }) => {
  page.server.on(draftOrderMail, { ...draft, is_possible: true })
  page.server.on(sendOrderMail, {} as never)
  await page.show(dialog)
  await page.fill(await screen.findByRole('textbox', { name: 'Text' }), 'Om half twee.')
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(page.server.bodies(sendOrderMail)).toMatchObject([{ kind: 'DELAY', body: 'Om half twee.', language: 'nl' }]),
  )
})

test('MAIL-6: if nothing is late, the dialog shows that there is nothing to write', async ({ page }) => {
  const message = 'No stop of this order is expected late.'
  page.server.reject(draftOrderMail, { status: 409, code: 'state_conflict', message })
  await page.show(dialog)
  await screen.findByText(message)
})
