import { useLingui } from '@lingui/react/macro'
import { resourceDocumentLabels } from '../../documents/resource.labels.ts'
import { useLabels } from '../../records/code-labels.ts'
import { dateIn } from '../../ui/time/date-format.ts'
import type { BoardRow } from '../rows.ts'

/**
 * Expiry days of a row's papers (FIT-9). Separate from the row because of the large labels.
 * @param xOf position of an instant, in pixels
 */
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
