import type { Context } from '../../context.ts'
import { currentEpoch } from '../../events/views.ts'
import { findInterchange, insertInterchange, lastNumberForUpdate } from './edi.store.ts'
import { ediMessageFor } from './edi-messages.rules.ts'
import { writeInterchange } from './edifact.format.ts'
import type { Message, Target } from './target.model.ts'

/** Digits of a control number in its reference, after the epoch. */
const digits = 9

/**
 * The interchange that reports an event to a partner: built once and stored, so that a repeat has the same control
 * reference and the same bytes, and the partner's duplicate check works (DLV-11).
 * @returns undefined when EDI has no message for this kind of event
 */
export async function interchangeOf(
  ctx: Context,
  tenantId: string,
  target: Target,
  event: Message,
): Promise<Buffer | undefined> {
  const parties = { sender: target.edi_sender!, recipient: target.edi_recipient! }
  const kinds = { sender_qualifier: target.edi_sender_qualifier, recipient_qualifier: target.edi_recipient_qualifier }
  const partner = `${parties.sender} ${parties.recipient}`
  const at = ctx.now()
  return ctx.db.asWorker(tenantId, async (tx) => {
    const known = await findInterchange(tx, target.subscription_id, event.event_id)
    if (known) return known
    const report = ediMessageFor(event.type)?.compose(event, parties, at)
    if (report === undefined) return undefined
    const number = (await lastNumberForUpdate(tx, partner)) + 1
    // Another process may have built it while this one waited for the partner's row.
    const meanwhile = await findInterchange(tx, target.subscription_id, event.event_id)
    if (meanwhile) return meanwhile
    // After a restore, numbers repeat; the epoch in front keeps the reference unique.
    const reference = `${await currentEpoch(tx)}${String(number).padStart(digits, '0')}`
    const content = writeInterchange({ ...parties, ...kinds, reference, at }, report)
    const about = { subscription_id: target.subscription_id, event_id: event.event_id, partner }
    await insertInterchange(tx, { ...about, control_number: number, control_reference: reference, content })
    return content
  })
}
