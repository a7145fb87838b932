import { setMailServer } from '@cartage/contract/billing/app/mail-server'
import { listInvoiceSendings, type Sending } from '@cartage/contract/billing/app/sending'
import { statement } from '../../../db/statement.ts'
import type { MailServer } from '../../servers/mail.ts'
import type { TestTenant } from '../../test-tenant.ts'
import { addBilledOrder, addCustomer, type BillingTenant, billAs, draft, finalise } from './billing.ts'

/** Configures a tenant to use a mail server of the test. */
export async function useMail({ admin }: Pick<BillingTenant, 'admin'>, { port }: MailServer): Promise<void> {
  await admin(setMailServer, {
    body: {
      host: 'smtp.vermeulen.example',
      port,
      security: 'STARTTLS',
      username: null,
      sender: 'Vermeulen <invoices@vermeulen.example>',
      reply_to: null,
    },
  })
}

/** A customer that receives its documents through these channels. */
export async function customerBy(
  billing: BillingTenant,
  channels: readonly { channel: 'MAIL' | 'ACCESS_POINT'; address?: string }[],
  members: object = {},
): Promise<string> {
  const company_id = await addCustomer(billing, 'BE', { email: 'office@customer.example', ...members })
  await billAs(billing, company_id, { channels })
  return company_id
}

/** A finalised invoice; its files are not written yet. */
export async function invoiceTo(billing: BillingTenant, company_id: string, amount = '100.00') {
  const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount }] })
  const ids = await draft(billing, [orderId])
  const [invoice] = await finalise(billing, ids)
  return invoice!
}

/** The sendings of a document, the earliest first. */
export async function sendingsOf({ admin }: BillingTenant, invoice_id: string): Promise<Sending[]> {
  return (await admin(listInvoiceSendings, { params: { invoice_id } })).items.toReversed()
}

const jobsAge = statement(
  'test.jobs_age',
  `update job set ready_at = ready_at - make_interval(secs => $2), lease_until = lease_until - make_interval(secs => $2)
    where tenant_id = $1`,
)

/** Moves queued work into the past: the database's clock cannot be set. */
export async function passJobTime(tenant: TestTenant, seconds: number): Promise<void> {
  await tenant.asTenant((tx) => tx.query(jobsAge, seconds))
}
