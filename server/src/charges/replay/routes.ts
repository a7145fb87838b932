import { replayPiece, replayRateCard } from '@cartage/contract/charges/app/replay'
import { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import type { CardVersion } from '../../rates/engine/tariff.rules.ts'
import { findDraft, findRecord } from '../../rates/records/views.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import { compared, draftId, replay, withDraft } from './rules.ts'
import { countKeptPrices, keptPrices, matesOfPiece } from './views.ts'

/** Binds the replay of a period with a draft rate card (PRICE-27). */
export function serveReplay(server: Server): void {
  serve(server, replayRateCard, async ({ params, body, render, inTenant }) =>
    inTenant(async (tx) => {
      const { after, ...filter } = body
      const card = await draftOf(tx, params.rate_record_id)
      const { side } = card
      const [tariff, piece, total] = await Promise.all([
        loadTariff(tx),
        keptPrices(tx, side, filter, after, replayPiece),
        countKeptPrices(tx, side, filter),
      ])
      const mates = side === 'SALES' ? await matesOfPiece(tx, piece) : []
      const outcomes = replay(piece, mates, side, withDraft(tariff, card))
      const last = piece.length === replayPiece ? piece.at(-1)! : undefined
      return {
        items: piece.map((kept, at) => compared(kept, outcomes[at]!, render)),
        next: last ? { day: last.day, id: last.subject_id } : null,
        total,
      }
    }),
  )
}

/** @throws Problem not_found if it is not a rate card with a draft */
async function draftOf(tx: Tx, id: string): Promise<CardVersion> {
  const [record, draft] = await Promise.all([findRecord(tx, id), findDraft(tx, id)])
  if (!record || !draft || record.kind !== 'RATE_CARD') throw new Problem('not_found')
  const { valid_from, valid_to } = draft
  const doc = RateCardDoc.parse(draft.doc)
  return {
    version_id: draftId,
    code: record.code,
    side: record.side!,
    currency: record.currency!,
    valid_from,
    valid_to,
    doc,
  }
}
