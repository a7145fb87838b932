import { useLingui } from '@lingui/react/macro'
import { resourceDocumentLabels } from '../../documents/resource.labels.ts'
import { useLabels } from '../../records/code-labels.ts'
import { dateIn } from '../../ui/time/date-format.ts'
import type { BoardRow } from '../rows.ts'

/** The days on which papers of a row end (FIT-9), apart from the row for their many words. @param xOf where an instant is, in pixels */
export function PaperEnds({ ends, xOf }: { ends: BoardRow['ends']; xOf: (instant: string) => number }) {
  const { t, i18n } = useLingui()
  const paperLabel = useLabels(resourceDocumentLabels)
  return ends.map(({ resource_id, validity_type, end_at }) => {
    const type = paperLabel(validity_type)
    const day = dateIn(i18n, new Date(end_at), { day: 'numeric', month: 'short' })
    return (
      <div
        key={`${resource_id} ${validity_type}`}
        className="board-end"
        style={{ left: xOf(end_at) }}
        title={t`Certificate expires ${day}: ${type}`}
      />
    )
  })
}
