import { downloadDocuments } from '@cartage/contract/documents/app/list'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Bulk, BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { usePermission } from '../session/permission.ts'
import { Trash2 } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { FileArchive } from './icons.tsx'
import { removeDocuments } from './queries.ts'

/** Actions on the selected documents. */
export function DocumentBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['document']}>
      {(bulk) => <Actions bulk={bulk} selection={selection} />}
    </BulkBar>
  )
}

function Actions({ bulk, selection }: { bulk: Bulk; selection: Selection }) {
  const { t } = useLingui()
  const mayRemove = usePermission('company.write')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <BulkButton
        bulk={bulk}
        icon={FileArchive}
        onClick={() => window.location.assign(`${downloadDocuments.path}?ids=${[...selection.keys].join(',')}`)}
      >
        <Trans>Download as ZIP</Trans>
      </BulkButton>
      {mayRemove && (
        <BulkButton bulk={bulk} icon={Trash2} onClick={() => setIsDialogOpen(true)}>
          <Trans>Remove…</Trans>
        </BulkButton>
      )}
      <ConfirmDialog
        isOpen={isDialogOpen}
        title={t`Remove ${plural(selection.count, { one: '# document', other: '# documents' })}?`}
        text={t`This cannot be undone. Documents of orders, stops and trips and proofs of certificates are kept.`}
        verb={t`Remove`}
        isBusy={bulk.isBusy}
        onClose={() => setIsDialogOpen(false)}
        onConfirm={() => {
          setIsDialogOpen(false)
          bulk.run(removeDocuments)
        }}
      />
    </>
  )
}
