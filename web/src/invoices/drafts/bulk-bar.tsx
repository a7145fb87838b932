import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useCallback, useMemo, useRef, useState } from 'react'
import { type Bulk, BulkBar, BulkButton } from '../../lists/bulk-bar.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { Button } from '../../ui/button.tsx'
import { CheckCheck, CircleCheck, RotateCcw, Trash2 } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { mostAtOnce as most, type Selection } from '../../ui/table/selection.ts'
import { discardDrafts, refreshDrafts, reviewDrafts } from '../queries.ts'

// Loaded when it is opened.
const FinaliseDialog = lazy(async () => ({ default: (await import('./finalise.dialog.tsx')).FinaliseDialog }))

/** Actions on the selected drafts: finalise with mod+enter, review, refresh, discard. */
export function DraftsBulkBar({ selection }: { selection: Selection }) {
  const { t } = useLingui()
  const [finalised, setFinalised] = useState<readonly ListedInvoice[]>()
  const mayFinalise = usePermission('invoice.finalise') && selection.count > 0 && selection.count <= most
  // Rows are read when the command runs, from the selection at that time.
  const chosen = useRef<() => ListedInvoice[]>(() => [])
  chosen.current = () => selection.rows as ListedInvoice[]
  const finalise = useCallback(() => setFinalised(chosen.current()), [])
  useCommands(
    useMemo(
      () =>
        mayFinalise ? [{ id: 'finalise', title: t`Finalise`, icon: CheckCheck, keys: 'mod+enter', run: finalise }] : [],
      [mayFinalise, finalise, t],
    ),
  )
  return (
    <>
      <BulkBar selection={selection} kinds={['invoice']} most={most}>
        {(bulk) => <Buttons bulk={bulk} mayFinalise={mayFinalise} onFinalise={finalise} />}
      </BulkBar>
      {finalised && (
        <LateDialog>
          <FinaliseDialog
            drafts={finalised}
            onClose={() => {
              setFinalised(undefined)
              selection.clear()
            }}
          />
        </LateDialog>
      )}
    </>
  )
}

function Buttons({ bulk, mayFinalise, onFinalise }: { bulk: Bulk; mayFinalise: boolean; onFinalise: () => void }) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const [discarded, setDiscarded] = useState<Bulk>()
  return (
    <>
      {mayWrite && (
        <>
          <BulkButton bulk={bulk} icon={CircleCheck} onClick={() => bulk.run((ids) => reviewDrafts(ids, true))}>
            <Trans>Mark as reviewed</Trans>
          </BulkButton>
          <BulkButton bulk={bulk} icon={RotateCcw} onClick={() => bulk.run(refreshDrafts)}>
            <Trans>Refresh</Trans>
          </BulkButton>
          <BulkButton bulk={bulk} icon={Trash2} onClick={() => setDiscarded(bulk)}>
            <Trans>Discard…</Trans>
          </BulkButton>
        </>
      )}
      {mayFinalise && (
        <Button variant="brand" icon={CheckCheck} keys="mod+enter" onClick={onFinalise}>
          <Trans>Finalise…</Trans>
        </Button>
      )}
      <ConfirmDialog
        isOpen={discarded !== undefined}
        title={t`Discard the selected drafts?`}
        text={t`Their charges can be billed on other drafts. Drafts have no number, so none goes missing.`}
        verb={t`Discard`}
        onClose={() => setDiscarded(undefined)}
        onConfirm={() => {
          discarded?.run(discardDrafts)
          setDiscarded(undefined)
        }}
      />
    </>
  )
}
