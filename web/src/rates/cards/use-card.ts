import type { RateCardDoc, RateLine } from '@cartage/contract/rates/app/rate-card'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { type RatePage, useRecordActions, versionQuery } from '../queries.ts'
import { versionOn } from '../validity.ts'
import { type CardDraft, emptyCard } from './card-doc.ts'

/** Version name in the URL that means the draft. */
export const draftName = 'draft'

/** The displayed version of a card: its draft, or a published one. */
export interface ShownCard {
  /** Undefined while a version is loading. */
  card: CardDraft | undefined
  /** Id of the version, or `draft`. */
  name: string
  isDraft: boolean
  isEditable: boolean
}

/** The version named in the URL, otherwise the draft, today's version, or the latest. */
export function useShownCard(record: RatePage, version: string | undefined): ShownCard {
  const mayWrite = usePermission('rate.write')
  const today = todayOf(new Date())
  const { draft, versions } = record
  const named = versions.find((one) => one.rate_version_id === version)
  const isDraft = named === undefined && (draft !== null || versions.length === 0)
  const shown = isDraft ? undefined : (named ?? versionOn(versions, today) ?? versions[0])
  const query = useQuery({
    ...versionQuery(record.rate_record_id, shown?.rate_version_id ?? ''),
    enabled: shown !== undefined,
  })
  if (!shown) {
    const card = draft === null ? emptyCard(today) : { ...draft, doc: draft.doc as RateCardDoc }
    return { card, name: draftName, isDraft: true, isEditable: mayWrite }
  }
  const card = query.data && { ...shown, doc: query.data.doc as RateCardDoc }
  return { card, name: shown.rate_version_id, isDraft: false, isEditable: false }
}

/** Actions on the draft of a card. Each is saved at once, and deletions can be undone. */
export function useDraftActions(record: RatePage, card: CardDraft) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { save } = useRecordActions(record.rate_record_id)

  function put({ valid_from, valid_to, doc }: CardDraft, onSaved?: () => void) {
    save.mutate(
      { kind: 'RATE_CARD', valid_from, valid_to, doc },
      { onSuccess: onSaved, onError: (error) => toasts.failed(failureOf(error)) },
    )
  }
  const putLines = (lines: RateLine[], onSaved?: () => void) => put({ ...card, doc: { ...card.doc, lines } }, onSaved)
  const { lines } = card.doc
  return {
    isBusy: save.isPending,
    put,
    saveLine(line: RateLine, at: number | undefined, onSaved: () => void) {
      putLines(at === undefined ? [...lines, line] : lines.with(at, line), onSaved)
    },
    move(at: number, to: number) {
      putLines(lines.toSpliced(at, 1).toSpliced(to, 0, lines[at]!))
    },
    remove(at: number) {
      const restore = { word: t`Undo`, run: () => putLines(lines) }
      putLines(lines.toSpliced(at, 1), () => toasts.done(t`Line removed`, restore))
    },
  }
}
