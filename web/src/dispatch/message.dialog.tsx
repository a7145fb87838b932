import type { Dispatch } from '@cartage/contract/dispatch/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../records/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { MemberChanges } from '../ui/member-changes.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { When } from '../ui/time/when.tsx'
import { RevisionState, useOperationLabels } from './labels.tsx'
import { revisionQuery } from './queries.ts'

/** One message to a partner: its changes since the previous one, and its payload. */
export function MessageDialog({
  dispatch: { dispatch_id, destination_name },
  revision,
  onClose,
}: {
  dispatch: Pick<Dispatch, 'dispatch_id' | 'destination_name'>
  revision: number
  onClose: () => void
}) {
  const { t } = useLingui()
  const labels = useOperationLabels()
  const query = useQuery(revisionQuery(dispatch_id, revision))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Message ${revision} to ${destination_name}`}
      className="w-[720px]"
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Loaded query={query}>
        {({ operation, status, sent_at, made_at, difference, payload, reason }) => (
          <>
            <div className="flex flex-wrap items-center gap-3 pb-2">
              <StatusBadge badge={labels[operation]} />
              <RevisionState status={status} />
              <span className="text-ink-2">
                <When instant={sent_at ?? made_at} />
              </span>
            </div>
            {reason !== null && <p className="pb-2 text-red">{reason}</p>}
            <Section title={t`Changes`}>
              {difference.length === 0 ? (
                <p className="text-ink-3">
                  {revision === 1 ? <Trans>This is the first message.</Trans> : <Trans>No changes</Trans>}
                </p>
              ) : (
                <MemberChanges changes={difference.map(({ path, before, after }) => ({ name: path, before, after }))} />
              )}
            </Section>
            <Section title={t`Payload`}>
              <JsonView label={t`Payload`} value={payload} />
            </Section>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
