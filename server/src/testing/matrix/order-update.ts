import { randomUUID } from 'node:crypto'
import type { Victim } from './world.ts'

type Named = (victim: Victim) => string

const any = (value: string) => ({ matches_any: [value] })
const change = { operation: 'UPDATE', data: { planning_instructions: 'matrix' } }

/** The victim's id for strangers, a nonexistent one for the victim. */
function body(make: (idOf: (named: Named) => string) => object) {
  return (identifier: string, victim: Victim) => ({
    updates: [make((named) => (identifier === victim.orderIdentifier ? named(victim) : randomUUID()))],
  })
}

const orderId: Named = (victim) => victim.orderId
const secret: Named = ({ secrets }) => secrets[0] ?? ''

/** Every body refers to the victim's order or its parts by values that only its owner may know. */
export const orderUpdateCases = {
  bodies: {
    updateOrdersPartially: [
      body((idOf) => ({ id: idOf(orderId), update: { operation: 'DELETE' } })),
      body((idOf) => ({ match: { matches_all: [{ order: { id: any(idOf(orderId)) } }] }, update: change })),
      body((idOf) => ({
        match: { matches_all: [{ order: { customer_reference_number: any(idOf(secret)) } }] },
        question_answers: { POD: { remote_document: { upload_id: idOf(({ documents }) => documents.uploadId) } } },
      })),
      body((idOf) => ({ match: { matches_all: [{ company: { name: any(idOf(secret)) } }] }, update: change })),
    ],
  },
}
