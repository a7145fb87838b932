import { explainOrder, explainTrip, type RatingExplanation } from '@cartage/contract/charges/app/explain'
import { listOrderCharges } from '@cartage/contract/orders/endpoints'
import { readSentence } from '../http/kept-sentence.ts'
import type { Render } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { getOrderRow } from '../orders/record/row.views.ts'
import { explainedIn } from '../rates/engine/labels.rules.ts'
import { listOutwardCharges } from './outward.views.ts'
import { type ExplainedSubject, explainSubject, outwardExplanation } from './rating/explain.views.ts'
import { serveReplay } from './replay/routes.ts'

/** Binds the public list of charges, and price explanations. */
export function serveCharges(server: Server): void {
  serve(server, listOrderCharges, async ({ caller, params, query, inTenant }) =>
    inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, caller.companyId)
      const isCustomer = caller.roles.includes('CUSTOMER')
      const listed = await listOutwardCharges(tx, params.order_id, isCustomer)
      // A customer must not read a rate card.
      if (query.explain !== '1' || isCustomer) return listed
      const explained = await explainSubject(tx, 'ORDER', params.order_id)
      return { ...listed, explanation: explained ? outwardExplanation(explained) : null }
    }),
  )
  serve(server, explainOrder, async ({ params, render, inTenant }) =>
    inTenant(async (tx) => explanationOf(await explainSubject(tx, 'ORDER', params.order_id), render)),
  )
  serve(server, explainTrip, async ({ params, render, inTenant }) =>
    inTenant(async (tx) => explanationOf(await explainSubject(tx, 'TRIP', params.trip_id), render)),
  )
  serveReplay(server)
}

function explanationOf(subject: ExplainedSubject | undefined, render: Render): RatingExplanation {
  if (!subject) throw new Problem('not_found')
  const { rating, explained } = subject
  const { phase, rated_at, facts, rating_group_id } = rating
  return {
    ...{ phase, rated_at, facts },
    message: render(readSentence(rating.message)),
    is_shipment: rating_group_id !== null,
    explanation: explainedIn(explained, render),
  }
}
