import { Trans } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { Archive, ArchiveRestore, Ban, CircleCheck } from '../ui/icons.tsx'
import type { Selection } from '../ui/table/selection.ts'
import { runOnCompanies } from './queries.ts'

const actions = [
  { action: 'approve', icon: CircleCheck, word: <Trans context="company">Approve</Trans> },
  { action: 'block', icon: Ban, word: <Trans>Block</Trans> },
  { action: 'archive', icon: Archive, word: <Trans>Archive</Trans> },
  { action: 'restore', icon: ArchiveRestore, word: <Trans>Restore</Trans> },
] as const

/** Actions on the selected companies. */
export function CompanyBulkBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} kinds={['company']}>
      {(bulk) =>
        actions.map(({ action, icon, word }) => (
          <BulkButton
            key={action}
            bulk={bulk}
            icon={icon}
            onClick={() => bulk.run((ids) => runOnCompanies(action, ids))}
          >
            {word}
          </BulkButton>
        ))
      }
    </BulkBar>
  )
}
