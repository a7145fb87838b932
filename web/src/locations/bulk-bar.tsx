import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Bulk, BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { Archive, ArchiveRestore, Merge } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { IntoDialog } from './merge-into.dialog.tsx'
import { mergeLocations, runOnLocations } from './queries.ts'

/** Actions on the selected locations. */
export function LocationBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['location']}>
      {(bulk) => <Actions bulk={bulk} selection={selection} />}
    </BulkBar>
  )
}

function Actions({ bulk, selection }: { bulk: Bulk; selection: Selection }) {
  const { t } = useLingui()
  const [isMerging, setIsMerging] = useState(false)
  return (
    <>
      <BulkButton bulk={bulk} icon={Merge} onClick={() => setIsMerging(true)}>
        <Trans>Merge into…</Trans>
      </BulkButton>
      <BulkButton bulk={bulk} icon={Archive} onClick={() => bulk.run((ids) => runOnLocations('archive', ids))}>
        <Trans>Archive</Trans>
      </BulkButton>
      <BulkButton bulk={bulk} icon={ArchiveRestore} onClick={() => bulk.run((ids) => runOnLocations('restore', ids))}>
        <Trans>Restore</Trans>
      </BulkButton>
      {isMerging && (
        <IntoDialog
          title={t`Merge ${plural(selection.count, { one: '# location', other: '# locations' })}`}
          except={selection.keys}
          onClose={() => setIsMerging(false)}
          onChosen={(into) => {
            setIsMerging(false)
            bulk.run((ids) => mergeLocations(ids, into.id))
          }}
        />
      )}
    </>
  )
}
