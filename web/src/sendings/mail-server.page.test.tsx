import { getMailServer, setMailServer, testMailServer } from '@cartage/contract/billing/app/mail-server'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { mailServerRoute } from './routes.ts'

const server = {
  ...{ host: 'smtp.haulier.example', port: 587, security: 'STARTTLS' as const, username: 'me', has_password: true },
  ...{ sender: 'a@haulier.example', reply_to: null, updated_at: '2026-03-02T08:00:00Z' },
}

test('BILL-35: the mail server is changed without its password, and a test e-mail shows why it was not sent', async ({
  page,
}) => {
  page.server.on(getMailServer, { source: 'TENANT', server })
  await page.open(mailServerRoute, '/settings/mail-server')
  await page.fill(await screen.findByRole('textbox', { name: 'Sender' }), 'b@haulier.example')
  page.server.on(setMailServer, { source: 'TENANT', server })
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.bodies(setMailServer)).toHaveLength(1))
  const { has_password: _has, updated_at: _updated, ...members } = server
  expect(page.server.bodies(setMailServer)[0]).toEqual({ ...members, sender: 'b@haulier.example' })
  page.server.on(testMailServer, { is_sent: false, message: '550 unknown here' })
  await page.fill(screen.getByRole('textbox', { name: 'Send a test e-mail to' }), 'me@haulier.example')
  await page.user.click(screen.getByRole('button', { name: 'Send test' }))
  expect(await screen.findAllByText('550 unknown here')).not.toHaveLength(0)
})
