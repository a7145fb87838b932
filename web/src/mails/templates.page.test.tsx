import { listMailRules } from '@cartage/contract/mails/app/automatic'
import {
  listMailTemplates,
  MailTemplate,
  mailKinds,
  previewMailTemplate,
  resetMailTemplate,
  setMailTemplate,
} from '@cartage/contract/mails/app/templates'
import { languages } from '@cartage/contract/reading/languages'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { faultAt, sampleOf } from '../testing/sample.ts'
import { mailTemplatesRoute } from './routes.ts'

const text = { subject: 'Order {{ order.number }}', body: 'Dear {{ recipient.name }}' }
const items = mailKinds.flatMap((kind) =>
  languages.map((language) =>
    sampleOf(MailTemplate, { kind, language, ...text, is_builtin: language !== 'nl', updated_at: null }),
  ),
)

test('MAIL-1: a text is edited next to its preview; an error is shown with its line, and the built-in text can be restored', async ({
  page,
}) => {
  page.server.on(listMailTemplates, { items })
  page.server.on(listMailRules, { items: [] })
  page.server.on(previewMailTemplate, { subject: 'Order O-7', body: 'Dear Alpha', about: 'O-7' })
  await page.open(mailTemplatesRoute, '/settings/mail-templates')
  const preview = await screen.findByRole('region', { name: 'Preview' })
  await within(preview).findByText('Dear Alpha')
  within(preview).getByText('Preview with O-7')
  expect(screen.queryByRole('button', { name: 'Reset to built-in text' })).toBeNull()
  screen.getByText('stops[].place')
  await page.fill(screen.getByRole('textbox', { name: 'Subject' }), 'Your order')
  await waitFor(() =>
    expect(page.server.bodies(previewMailTemplate).at(-1)).toMatchObject({ subject: 'Your order', body: text.body }),
  )
  page.server.reject(setMailTemplate, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('body', 'Line 1: order.price is unknown.')],
  })
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Line 1: order.price is unknown.')
  page.server.on(setMailTemplate, items[0]!)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.requests(setMailTemplate)).toHaveLength(2))
  expect(page.server.requests(setMailTemplate)[1]).toMatchObject({
    params: { mail_kind: 'ORDER_CONFIRMATION', language: 'en' },
    body: { subject: 'Your order', body: text.body },
  })
  await page.user.click(screen.getByRole('combobox', { name: 'Language' }))
  await page.user.click(await screen.findByRole('option', { name: 'Nederlands (edited)' }))
  page.server.on(resetMailTemplate, items[0]!)
  await page.user.click(await screen.findByRole('button', { name: 'Reset to built-in text' }))
  await waitFor(() =>
    expect(page.server.requests(resetMailTemplate)).toMatchObject([
      { params: { mail_kind: 'ORDER_CONFIRMATION', language: 'nl' } },
    ]),
  )
})
