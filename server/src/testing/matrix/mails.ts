import { randomUUID } from 'node:crypto'
import { finishMail, insertMail } from '../../mails/letters/store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** A failed e-mail of the victim. */
export async function createVictimMail(
  tenant: TestTenant,
  order_id: string,
  company_id: string,
  word: string,
): Promise<string> {
  const mail_id = randomUUID()
  await tenant.asTenant(async (tx) => {
    await insertMail(tx, {
      ...{ mail_id, kind: 'ORDER_CONFIRMATION', order_id, trip_id: null, company_id, language: 'en' },
      ...{ address: 'victim@customer.example', subject: word, body: word, repeat_of: null, requested_by: null },
    })
    await finishMail(tx, mail_id, { status: 'FAILED', failure: 'Not accepted.' })
  })
  return mail_id
}

/** The victim's id, or a nonexistent one. */
function named(name: string, victim: Victim, id: string): string {
  return name === victim.orderIdentifier ? id : randomUUID()
}

const texts = { subject: 'Order {{ order.number }}', body: 'Dear {{ recipient.name }}' }

/** Requests that read, write and send e-mails. */
export const mailCases = {
  plainPath: { mail_kind: 'ORDER_CONFIRMATION', language: 'en' },
  pathIds: { mail_id: { of: (victim: Victim) => victim.mailId } },
  bodies: {
    setMailTemplate: [() => texts],
    previewMailTemplate: [
      () => texts,
      (name: string, victim: Victim) => ({ ...texts, order_id: named(name, victim, victim.orderId) }),
    ],
    sendOrderMail: [() => ({ kind: 'ORDER_CONFIRMATION' })],
    sendTripMail: [() => ({})],
    resendMails: [(name: string, victim: Victim) => ({ ids: [named(name, victim, victim.mailId)] })],
    setMailRule: [() => ({ is_on: false, origins: [], late_minutes: 30 })],
    previewMailRule: [() => ({ is_on: true, origins: ['API'], late_minutes: 30 })],
    setMailChoice: [() => ({ is_on: false, address: null })],
    setMailStatus: [() => ({ status: 'SENT' })],
  },
}
